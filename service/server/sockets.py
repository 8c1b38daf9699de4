"""Sockets: one that keeps what it is to send, and the last clients that wait at a door."""

import ctypes
import socket
from typing import Any

_LIBC = ctypes.PyDLL(None)


class Outgoing:
    """A socket that keeps what it is to send."""

    def __init__(self, client: socket.socket) -> None:
        self._client = client
        self.kept = bytearray()

    def sendall(self, data: bytes) -> None:
        """Keep it."""
        self.kept += data

    def __getattr__(self, name: str) -> Any:
        """For all else it is the client's socket."""
        return getattr(self._client, name)


def last_clients(listener: socket.socket) -> list[socket.socket]:
    """Accept all that wait, and close the door with nothing in between.

    Python's own `accept` lets other threads run before it returns, for as long as they like, and
    whoever comes to the door meanwhile is lost. These calls keep the interpreter to themselves.
    """
    listener.settimeout(0)
    door = listener.detach()
    clients = []
    while (client := _LIBC.accept(door, None, None)) >= 0:
        clients.append(client)
    _LIBC.close(door)
    return [socket.socket(fileno=client) for client in clients]
