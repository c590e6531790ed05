"""Clients who have rulings kept, again and again, whatever happens to the service meanwhile."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bummerl.service.store import open_store

from ..serving import HAND, Answer, Service, ask, wait_until

CLOSED = (
    http.client.RemoteDisconnected,
    http.client.IncompleteRead,
    ConnectionResetError,
    BrokenPipeError,
    ConnectionRefusedError,
)
"""What a client sees of a process that is no more: a connection that ends before the answer does."""


class Client(threading.Thread):
    """Sends one kind of request after the other, and remembers all answers and every connection that was closed."""

    def __init__(self, service: Service, path: str, body: Any, *, keyed: bool) -> None:
        super().__init__()
        self.service, self.path, self.body, self.keyed = service, path, body, keyed
        self.answers: list[Answer] = []
        self.closed = 0
        self.odd: list[str] = []
        self.under_way = False
        self.done = threading.Event()

    def run(self) -> None:
        connection, number = self.service.connect(), 0
        while not self.done.is_set():
            headers = {"Idempotency_Key": f"{self.name}-{number}"} if self.keyed else {}
            self.under_way = True
            try:
                answer = ask(connection, "POST", self.path, self.body, **headers)
            except CLOSED:
                self.closed += 1
                connection.close()
            except (OSError, http.client.HTTPException) as error:
                self.odd.append(repr(error))
                connection.close()
            else:
                self.answers.append(answer)
                number += answer.status in (200, 201)
                self.under_way = False
        connection.close()

    def statuses(self) -> set[int]:
        """Every status that came back."""
        return {answer.status for answer in self.answers}

    def kept(self) -> list[str]:
        """The rulings that were acknowledged."""
        return [answer.json["id"] for answer in self.answers if answer.status == 201]


@contextmanager
def busy(service: Service, keeping: int = 4) -> Iterator[tuple[list[Client], list[Client]]]:
    """So many who have rulings kept and two who only ask, at work in the block and until it is left."""
    keepers = [Client(service, "/v1/rulings", {"record": HAND}, keyed=True) for _ in range(keeping)]
    askers = [Client(service, "/v1/adjudicate", HAND, keyed=False) for _ in range(2)]
    for one in (*keepers, *askers):
        one.start()
    try:
        more(keepers + askers)
        yield keepers, askers
    finally:
        for one in (*keepers, *askers):
            one.done.set()
        for one in (*keepers, *askers):
            one.join(90)
    odd = [each for one in (*keepers, *askers) for each in one.odd]
    assert not odd, odd


def more(clients: list[Client]) -> None:
    """Waits until each has had a few more successes."""

    def successes(one: Client) -> int:
        return sum(answer.status in (200, 201) for answer in one.answers)

    before = [successes(one) for one in clients]
    wait_until(lambda: all(successes(one) > had + 2 for one, had in zip(clients, before, strict=True)))


def all_there(service: Service, clients: list[Client], database: str) -> None:
    """Every ruling that was acknowledged is there, and none was kept twice: there are no more than were asked for.

    Of the last request of each client that nobody answered it cannot be known.
    """
    kept = [ruling for one in clients for ruling in one.kept()]
    assert len(kept) == len(set(kept)) > 0
    store = open_store(database)
    assert len(kept) <= store.count() <= len(kept) + sum(one.under_way for one in clients)
    store.close()
    connection = service.connect()
    for ruling in kept:
        answer = ask(connection, "GET", f"/v1/rulings/{ruling}")
        assert (answer.status, answer.json["verdict"]["moves_checked"]) == (200, 4)
    connection.close()
