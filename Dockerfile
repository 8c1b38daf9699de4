# An image with the service alone, installed from its lock file, that runs as its own user.
#
# To build without a network, download the wheels first, with the Python version of the base image:
#   pip download --require-hashes -r requirements.lock -d build/wheels
#   docker build --network none --build-arg PIP_NO_INDEX=1 .
# A tag can be moved, so pin the base of a release: BASE=python:3.13-slim-trixie@sha256:…
# This command prints the digest:
#   docker buildx imagetools inspect python:3.13-slim-trixie --format '{{.Manifest.Digest}}'
ARG BASE=python:3.13-slim-trixie

FROM ${BASE} AS build
ARG PIP_NO_INDEX
WORKDIR /build
# A pattern, because the folder may be missing; the wheels are copied beside the lock file.
COPY requirements.lock buil[d]/wheels ./
# The service needs neither pip nor the tests of the libraries.
RUN python3 -m venv /opt/service \
    && /opt/service/bin/python -m pip install --no-cache-dir --require-hashes --find-links . -r requirements.lock \
    && /opt/service/bin/python -m pip uninstall --yes pip setuptools \
    && find /opt/service -type d -name tests -prune -exec rm -r {} +
COPY service /srv/service
# All users can read the files, whatever the umask of the checkout. They are compiled here, because
# the service can't write bytecode.
RUN chmod -R u=rwX,go=rX /srv \
    && python3 -m compileall -q --invalidation-mode unchecked-hash /srv/service

FROM ${BASE}
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin chinchon
COPY --from=build /opt/service /opt/service
COPY --from=build /srv/service /srv/service
WORKDIR /srv
ENV PATH=/opt/service/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PORT=8000
# Numeric ids, so that an orchestrator can check that the user isn't root.
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["python", "-m", "service", "health"]
CMD ["python", "-m", "service"]
