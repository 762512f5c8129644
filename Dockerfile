# Orbita in a container that holds nothing else:
#   docker build -t orbita .
#   docker run --rm -v "$PWD:/work" orbita verify model.xml
FROM debian:12 AS build
COPY . /orbita
RUN /orbita/cmake/static.sh && strip /orbita/build-static/orbita

FROM scratch
COPY --from=build /orbita/build-static/orbita /bin/orbita
COPY --from=build /orbita/build-static/orbita /bin/verifyta
WORKDIR /work
ENTRYPOINT ["/bin/orbita"]
