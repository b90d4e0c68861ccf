#!/usr/bin/env python3
"""A bot for a house of Longroll, with nothing but Python's own library.

    python3 examples/bot.py http://localhost:1863 TOKEN

Make the token in the browser, under *Your account*. The bot looks for a game of Blue & Gray, takes up challenges to it, and plays whatever
is legal, by lot, in all its games. Write `choose` anew to make it think.
"""

import base64
import json
import os
import random
import socket
import ssl
import struct
import sys
import time
import urllib.error
import urllib.parse
import urllib.request


class House:
    """What is asked of the house: POST /api/house/NAME with a token."""

    def __init__(self, address, token):
        self.address, self.token = address.rstrip("/"), token

    def ask(self, name, **body):
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        request = urllib.request.Request(f"{self.address}/api/house/{name}", json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["error"]["because"]) from None


class Seat:
    """A seat at a table: one JSON object a message over a WebSocket (RFC 6455)."""

    def __init__(self, address, table, key):
        url = urllib.parse.urlsplit(address)
        port = url.port or (443 if url.scheme == "https" else 80)
        self.line = socket.create_connection((url.hostname, port), timeout=60)
        if url.scheme == "https":
            self.line = ssl.create_default_context().wrap_socket(self.line, server_hostname=url.hostname)
        nonce = base64.b64encode(os.urandom(16)).decode()
        self.line.sendall(
            f"GET /ws HTTP/1.1\r\nHost: {url.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {nonce}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        self.buffer, self.number = b"", 0
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.line.recv(4096)
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise RuntimeError(head.decode())
        self.news = self.ask(op="join", table=table, key=key)["news"]

    def take(self, count):
        while len(self.buffer) < count:
            piece = self.line.recv(65536)
            if not piece:
                raise RuntimeError("the line broke")
            self.buffer += piece
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def send(self, kind, data):
        mask, length = os.urandom(4), len(data)
        head = bytes([0x80 | kind])
        head += bytes([0x80 | length]) if length < 126 else bytes([0x80 | 126]) + struct.pack(">H", length)
        self.line.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def hear(self):
        """The next message; knocks are answered on the way."""
        text = b""
        while True:
            first, second = self.take(2)
            length = second & 0x7F
            if length == 126:
                (length,) = struct.unpack(">H", self.take(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self.take(8))
            data, kind = self.take(length), first & 0x0F
            if kind == 9:
                self.send(10, data)
            elif kind == 8:
                raise RuntimeError("the house hung up")
            elif kind in (0, 1):
                text += data
                if first & 0x80:
                    return json.loads(text)

    def ask(self, **request):
        self.number += 1
        self.send(1, json.dumps({"id": self.number, **request}).encode())
        while True:
            message = self.hear()
            if message.get("id") == self.number:
                if not message["ok"]:
                    raise RuntimeError(message["error"]["because"])
                return message

    def close(self):
        self.line.close()


def choose(actions):
    """One of the legal actions: here any, by lot."""
    return random.choice(actions)


def play(house, table, most):
    """Decides at a table as long as it is our turn, so many times at most. Answers how often."""
    seat = house.ask("seat", table=table)
    line = Seat(house.address, table, seat["key"])
    decided = 0
    try:
        while decided < most:
            asked = line.ask(op="actor")
            if asked["actor"] != seat["seat"] and seat["seat"] not in (asked.get("awaited") or []):
                break
            line.ask(op="apply", action=choose(line.ask(op="legal")["actions"]))
            decided += 1
    finally:
        line.close()
    return decided


def main(address, token, rounds=None):
    house = House(address, token)
    if not house.ask("who")["account"]:
        raise RuntimeError("this token is not known here")
    while rounds is None or rounds > 0:
        lobby = house.ask("lobby")
        for challenge in lobby["to_me"]:
            house.ask("accept", id=challenge["id"])
        running = [game for game in lobby["games"] if not game["end"]]
        if not running and not any(challenge["own"] for challenge in lobby["open"]):
            order = {"game": "blue-gray", "set_up": "standard"}
            house.ask("look-for", order=order, pace={"kind": "days", "hours": 24, "bank": 24}, watch=True)
        for game in running:
            side = ["union", "confederate"].index(game["side"])
            if game["clock"]["asked"][side]:
                print(f"{game['title']}: {play(house, game['table'], 200)} decisions", flush=True)
        if rounds is not None:
            rounds -= 1
        if rounds != 0:
            time.sleep(5)


if __name__ == "__main__":
    try:
        main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else None)
    except (IndexError, ValueError):
        sys.exit(__doc__)
    except KeyboardInterrupt:
        pass
