#!/usr/bin/env python3
"""Runs a server for a while under the load of several clients, and prints its memory: it has to stay flat.

  tests/gui-bridge/soak.py build/orbita models MINUTES

Each client opens a session over HTTP, edits and undoes, simulates, verifies with a trace, pages the trace, sweeps, and
leaves; some do so by vanishing, and their session ends after ten minutes. By hand only: needs Python 3, which nothing else does.
"""
import http.client
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time

program, models, minutes = sys.argv[1], sys.argv[2], float(sys.argv[3])
token = "soak-" + "%032x" % random.getrandbits(128)
folder = tempfile.mkdtemp()
shutil.copytree(models, folder + "/models")
server = subprocess.Popen([program, "serve", folder + "/models", "--port", "0", "--no-open", "--memory", "500M"],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                          env=dict(os.environ, ORBITA_TOKEN=token))
port = int(server.stdout.readline().split(":")[2].split("/")[0])
end = time.time() + 60 * minutes
counts = {"requests": 0, "sessions": 0, "errors": 0}
lock = threading.Lock()


class Client:
    def __init__(self):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self.session = None
        self.id = 0

    def call(self, method, **params):
        self.id += 1
        headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
        if self.session:
            headers["Orbita-Session"] = self.session
        body = json.dumps({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params})
        self.connection.request("POST", "/rpc", body, headers)
        answer = self.connection.getresponse()
        text = answer.read()
        with lock:
            counts["requests"] += 1
        if answer.status != 200:
            raise RuntimeError("%d %s" % (answer.status, text[:200]))
        self.session = answer.getheader("Orbita-Session")
        reply = json.loads(text)
        if "error" in reply:
            raise RuntimeError(reply["error"])
        return reply["result"]


def visit(dice):
    client = Client()
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
    job = client.call("verify/start", model=m, options={"seconds": 3, "trace": "some"})["job"]
    for _ in range(dice.randrange(1, 30)):
        status = client.call("verify/status", job=job)
        if status["state"] == "done":
            break
        time.sleep(0.2)
    if dice.random() < 0.97:
        client.call("shutdown")
    client.connection.close()


def work(seed):
    dice = random.Random(seed)
    while time.time() < end:
        try:
            visit(dice)
            with lock:
                counts["sessions"] += 1
        except RuntimeError as problem:
            if "too many sessions" in str(problem):
                time.sleep(5)
                continue
            with lock:
                counts["errors"] += 1
            print("error:", problem, flush=True)
        time.sleep(dice.random())


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
