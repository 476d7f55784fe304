"""Clients in processes of their own: each sends one request after another, all for the same stretch."""

import multiprocessing
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from multiprocessing.connection import Connection

LEAD = 0.2  # seconds from an order to the start, so that all clients start together


@dataclass(frozen=True)
class Load:
    """The requests of one client, as they go over the wire.

    `expected` stands in the head of every good response; `again`: after the last comes the first.
    """

    port: int
    requests: Sequence[str]
    expected: str
    again: bool = False


@dataclass(frozen=True)
class Stretch:
    """What the clients did together in one stretch: how long each response took, how long it all took, and
    how many seconds of a processor the site used.
    """

    latencies: list[float]
    seconds: float
    processor: float

    @property
    def rate(self) -> float:
        """Responses per second."""
        return len(self.latencies) / self.seconds

    @property
    def cost(self) -> float:
        """Seconds of a processor that one response cost the site."""
        return self.processor / len(self.latencies)


class Failed(Exception):
    """A request was not taken, or none was left."""


@dataclass(frozen=True)
class Clients:
    """The clients that run; `send` is the one thing to do with them."""

    pipes: Sequence[Connection]

    def send(self, load: str, seconds: float, processor: Callable[[], float] = lambda: 0.0) -> Stretch:
        """Let every client send one of its loads, and wait for all of them. `processor` is read around it."""
        used = processor()
        begin = time.monotonic() + LEAD
        for pipe in self.pipes:
            pipe.send((load, begin, begin + seconds))
        results = [pipe.recv() for pipe in self.pipes]
        for result in results:
            if isinstance(result, Failed):
                raise result
        end = max(ended for _, ended in results)
        latencies = [latency for own, _ in results for latency in own]
        return Stretch(latencies, end - begin, processor() - used)


@contextmanager
def clients(loads: Sequence[dict[str, Load]]) -> Iterator[Clients]:
    """Start one client for each set of named loads."""
    spawn = multiprocessing.get_context("spawn")
    pipes = [spawn.Pipe() for _ in loads]
    processes = [
        spawn.Process(target=obey, args=(theirs, own), daemon=True)
        for (_, theirs), own in zip(pipes, loads, strict=True)
    ]
    for process in processes:
        process.start()
    try:
        for ours, _ in pipes:
            ours.recv()
        yield Clients([ours for ours, _ in pipes])
    finally:
        for process in processes:
            process.terminate()
            process.join()


def obey(pipe: Connection, loads: dict[str, Load]) -> None:
    """The life of one client."""
    left = {name: (cycle if load.again else iter)(load.requests) for name, load in loads.items()}
    pipe.send("ready")
    while True:
        name, begin, end = pipe.recv()
        try:
            pipe.send(send_until(end, begin, loads[name], left[name]))
        except (Failed, OSError) as error:
            pipe.send(Failed(f"{name}: {error}"))


def send_until(end: float, begin: float, load: Load, left: Iterator[str]) -> tuple[list[float], float]:
    """Send requests until the time is over; return how long each took, and when the last was answered."""
    latencies = []
    time.sleep(max(0.0, begin - time.monotonic()))
    while (sent := time.monotonic()) < end:
        request = next(left, None)
        if request is None:
            raise Failed("the clients are faster than was foreseen, and no request is left")
        response = ask(load.port, request)
        latencies.append(time.monotonic() - sent)
        if load.expected not in response.split("\r\n\r\n", 1)[0]:
            raise Failed(f"a request was not taken:\n{response}")
    return latencies, time.monotonic()


def ask(port: int, request: str) -> str:
    """Send one request over a connection of its own, as gunicorn's workers keep none, and read it all."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        line.sendall(request.encode())
        return b"".join(iter(lambda: line.recv(65536), b"")).decode()
