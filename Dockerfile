# The laboratory in a container, served by a user without rights:
#
#   docker build -t kibitz .
#   docker run --rm --network host --volume kibitz:/home/kibitz kibitz
#
# It prints the address to open. It listens on the machine's own address 127.0.0.1 alone, as
# `kibitz web` does everywhere and answers to no other name, which is why the container shares the
# network of its host. The volume keeps the archive, games in progress and compiled code.

FROM python:3.11-slim AS build
WORKDIR /source
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY src src
RUN python -m venv /opt/kibitz \
 && /opt/kibitz/bin/pip install --no-cache-dir --constraint constraints.txt '.[web]'

FROM python:3.11-slim
COPY --from=build /opt/kibitz /opt/kibitz
RUN useradd --create-home --uid 1000 --shell /usr/sbin/nologin kibitz
ENV PATH=/opt/kibitz/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
USER kibitz
WORKDIR /home/kibitz
VOLUME /home/kibitz
STOPSIGNAL SIGINT
ENTRYPOINT ["kibitz"]
CMD ["web", "--port", "8765"]
