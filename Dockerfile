# jumpscope without its window: docker build -t jumpscope . && docker run --rm -v "$PWD:/work" jumpscope check suite.json
FROM debian:12-slim AS build
COPY . /source
RUN /source/tools/package --no-window -o /packages

FROM debian:12-slim
COPY --from=build /packages/jumpscope_*.deb /tmp/
RUN apt-get update \
    && apt-get install -y --no-install-recommends /tmp/jumpscope_*.deb \
    && rm -rf /tmp/jumpscope_*.deb /var/lib/apt/lists/*
WORKDIR /work
ENTRYPOINT ["jumpscope"]
CMD ["--help"]
