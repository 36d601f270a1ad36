# Tilora in a container. The first stage builds it; the second runs it, and has neither Node nor a compiler.
#
#   docker build --tag tilora .
#   docker run --detach --name tilora --publish 8420:8420 --volume tilora:/var/lib/tilora tilora

FROM python:3.13-slim AS build
WORKDIR /source
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore

# Dependencies come first, because they change less often than our code.
COPY play.lock image.lock ./
RUN pip install --require-hashes --requirement play.lock
RUN python -m venv /opt/tilora && /opt/tilora/bin/pip install --require-hashes --requirement image.lock

COPY LICENSE README.md hatch_build.py pyproject.toml ./
COPY client client
COPY src src
RUN pip wheel --no-build-isolation --no-deps --wheel-dir /wheels . \
    && /opt/tilora/bin/pip install --no-deps /wheels/*.whl

FROM python:3.13-slim
RUN useradd --system --uid 842 --home-dir /var/lib/tilora tilora \
    && install --directory --owner=tilora --group=tilora --mode=700 /var/lib/tilora
COPY --from=build /opt/tilora /opt/tilora
ENV PATH=/opt/tilora/bin:$PATH \
    TILORA_DATABASE=sqlite:////var/lib/tilora/tilora.db \
    TILORA_CACHE=/var/lib/tilora/cache \
    TILORA_ANNOUNCE=false \
    TILORA_LOG=json
USER 842
WORKDIR /var/lib/tilora
VOLUME /var/lib/tilora
EXPOSE 8420
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8420/health', timeout=4)"]
ENTRYPOINT ["tilora"]
CMD ["serve"]
