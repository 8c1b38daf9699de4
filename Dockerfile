# The service alone, installed from its lock, as a user of its own.
ARG BASE=python:3.11-slim-bookworm

FROM ${BASE} AS build
WORKDIR /build
COPY requirements.lock .
RUN python3 -m venv /opt/service \
    && /opt/service/bin/python -m pip install --no-cache-dir --require-hashes -r requirements.lock

FROM ${BASE}
RUN useradd --system --no-create-home --uid 10001 chinchon
COPY --from=build /opt/service /opt/service
COPY service /srv/service
WORKDIR /srv
ENV PATH=/opt/service/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PORT=8000
USER chinchon
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s CMD ["python", "-c", "import os, urllib.request as u; u.urlopen('http://127.0.0.1:' + os.environ['PORT'] + '/healthz', timeout=2)"]
CMD ["gunicorn", "--config", "service/api/serving.py", "service.api.app:create_app()"]
