# The service alone, installed from its lock, as a user of its own.
#
# For a build without a network, fetch the wheels first, with the base's Python, and look nowhere else:
#   pip download --require-hashes -r requirements.lock -d build/wheels
#   docker build --network none --build-arg PIP_NO_INDEX=1 .
# A tag can be moved: release with BASE=python:3.13-slim-trixie@sha256:…, of which
#   docker buildx imagetools inspect python:3.13-slim-trixie --format '{{.Manifest.Digest}}'
# says what there is to fill in.
ARG BASE=python:3.13-slim-trixie

FROM ${BASE} AS build
ARG PIP_NO_INDEX
WORKDIR /build
# A pattern, because the folder may be missing; its wheels land beside the lock.
COPY requirements.lock buil[d]/wheels ./
# Neither pip nor the libraries' own tests have any business in a service.
RUN python3 -m venv /opt/service \
    && /opt/service/bin/python -m pip install --no-cache-dir --require-hashes --find-links . -r requirements.lock \
    && /opt/service/bin/python -m pip uninstall --yes pip setuptools \
    && find /opt/service -type d -name tests -prune -exec rm -r {} +
COPY service /srv/service
# Readable by all and writable by none, whatever the umask of the checkout; compiled, because the
# service can't keep what it compiles.
RUN chmod -R u=rwX,go=rX /srv \
    && python3 -m compileall -q --invalidation-mode unchecked-hash /srv/service

FROM ${BASE}
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin chinchon
COPY --from=build /opt/service /opt/service
COPY --from=build /srv/service /srv/service
WORKDIR /srv
ENV PATH=/opt/service/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PORT=8000
# A number, so that an orchestrator can see that it isn't root.
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["python", "-m", "service", "health"]
CMD ["python", "-m", "service"]
