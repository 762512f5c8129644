#!/usr/bin/env python3
"""Runs a server for a while under the load of several clients, and prints its memory: it has to stay flat.

  tests/gui-bridge/soak.py build/orbita models MINUTES [PAUSE [SECONDS]]

Each client opens a session over HTTP or WebSocket, edits and undoes, simulates, verifies with a trace, pages the trace,
sweeps, and leaves; some do so by vanishing, and over HTTP their session then ends after ten minutes. At most PAUSE seconds (1)
pass between two visits, and a verification or a point of a sweep takes at most SECONDS (3). By hand only: needs Python 3, which
nothing else does.
"""
import base64
import http.client
import json
import os
import random
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

program, models, minutes = sys.argv[1], sys.argv[2], float(sys.argv[3])
pause = float(sys.argv[4]) if len(sys.argv) > 4 else 1
seconds = float(sys.argv[5]) if len(sys.argv) > 5 else 3
token = "soak-" + "%032x" % random.getrandbits(128)
folder = tempfile.mkdtemp()
shutil.copytree(models, folder + "/models")
server = subprocess.Popen([program, "serve", folder + "/models", "--port", "0", "--no-open", "--memory", "500M"],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                          env=dict(os.environ, ORBITA_TOKEN=token))
port = int(server.stdout.readline().split(":")[2].split("/")[0])
end = time.time() + 60 * minutes
counts = {"requests": 0, "HttpClient": 0, "SocketClient": 0, "sessions": 0, "errors": 0}
lock = threading.Lock()


class HttpClient:
    def __init__(self):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self.session = None

    def exchange(self, body):
        headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
        if self.session:
            headers["Orbita-Session"] = self.session
        self.connection.request("POST", "/rpc", body, headers)
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise RuntimeError("%d %s" % (answer.status, text[:200]))
        self.session = answer.getheader("Orbita-Session")
        return json.loads(text)

    def close(self):
        self.connection.close()


class SocketClient:
    """As much of RFC 6455 as one text frame per message needs."""

    def __init__(self):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=120)
        key = base64.b64encode(random.randbytes(16)).decode()
        self.socket.sendall(("GET /ws?token=%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                             "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n\r\n" % (token, port, key)).encode())
        self.stream = self.socket.makefile("rb")
        status = self.stream.readline()
        if b" 101 " not in status:
            raise RuntimeError("no WebSocket: %s" % status)
        while self.stream.readline().strip():
            pass

    def send(self, kind, data):
        mask = random.randbytes(4)
        size = len(data)
        head = struct.pack("!BB", 0x80 | kind, 0x80 | size) if size < 126 else struct.pack("!BBH", 0x80 | kind, 0xfe, size)
        self.socket.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def frame(self):
        first, size = self.stream.read(2)
        if size == 126:
            size, = struct.unpack("!H", self.stream.read(2))
        elif size == 127:
            size, = struct.unpack("!Q", self.stream.read(8))
        return first, self.stream.read(size)

    def exchange(self, body):
        self.send(1, body.encode())
        text = b""
        while True:
            first, part = self.frame()
            if first & 15 == 9:
                self.send(10, part)
            elif first & 15 == 8:
                raise RuntimeError("closed: %s" % part[2:])
            if first & 15 > 2:
                continue
            text += part
            if not first & 0x80:
                continue
            message, text = json.loads(text), b""
            if "id" in message:  # the others are notifications
                return message

    def close(self):
        self.stream.close()
        self.socket.close()


class Client:
    def __init__(self, dice):
        self.link = dice.choice([HttpClient, SocketClient])()
        self.id = 0

    def call(self, method, **params):
        self.id += 1
        reply = self.link.exchange(json.dumps({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params}))
        with lock:
            counts["requests"] += 1
            counts[type(self.link).__name__] += 1
        if "error" in reply:
            raise RuntimeError(reply["error"])
        return reply["result"]


def visit(dice):
    client = Client(dice)
    client.call("initialize")
    name = dice.choice([f["path"] for f in client.call("model/files")["files"] if f["kind"] == "model"])
    model = client.call("model/open", file=name)
    m = model["model"]
    drawn = client.call("model/render", model=m)
    client.call("model/edit", model=m, version=0,
                operations=[{"op": "add_location", "template": drawn["templates"][0]["xpath"], "x": 1, "y": 2}])
    client.call("model/undo", model=m)
    s = client.call("simulate/start", model=m)["simulation"]
    far = client.call("simulate/random", simulation=s, state=0, steps=30)["state"]["state"]
    client.call("simulate/moves", simulation=s, state=far)
    client.call("inspect/representative", simulation=s, state=far)
    t = client.call("trace/open", simulation=s, state=far)["trace"]
    client.call("trace/steps", trace=t, zones=True)
    job = client.call("verify/start", model=m, options={"seconds": seconds, "trace": "some"})["job"]
    for _ in range(dice.randrange(1, 30)):
        status = client.call("verify/status", job=job)
        if status["state"] == "done":
            break
        time.sleep(0.2)
    if name.startswith("fischer"):
        client.call("symmetry/sweep", model=m, set=["N=2..3"], vary=["symmetry=off,auto"], formulas=["A[] not deadlock"],
                    options={"seconds": seconds})
    if dice.random() < 0.97:
        client.call("shutdown")
    client.link.close()


def work(seed):
    dice = random.Random(seed)
    while time.time() < end:
        try:
            visit(dice)
            with lock:
                counts["sessions"] += 1
        except (RuntimeError, OSError, ValueError) as problem:
            if "too many sessions" in str(problem):
                time.sleep(5)
                continue
            with lock:
                counts["errors"] += 1
            print("error:", problem, flush=True)
        time.sleep(pause * dice.random())


def resident():
    with open("/proc/%d/statm" % server.pid) as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


threads = [threading.Thread(target=work, args=(seed,)) for seed in range(3)]
for thread in threads:
    thread.start()
while time.time() < end:
    time.sleep(min(30, max(1, end - time.time())))
    print("%5.0f s  %7.1f MB  %s" % (60 * minutes - (end - time.time()), resident(), counts), flush=True)
for thread in threads:
    thread.join()
print("last: %.1f MB  %s" % (resident(), counts), flush=True)
server.terminate()
print("exit code", server.wait(60))
shutil.rmtree(folder)
