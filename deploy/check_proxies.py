#!/usr/bin/env python3
"""Runs the proxies' configurations of docs/hosting.md and deploy/Caddyfile before the program, and plays through them.

Usage: check_proxies.py PROGRAM. A proxy that is not installed is skipped.
       check_proxies.py PROGRAM FIRESTORE_EMULATOR_HOST also plays on two servers behind nginx, one of which is killed during a turn:
       about two minutes.
"""
import contextlib
import http.client
import http.server
import json
import os
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
HOST, SECRET, BERTS_SECRET = "play.example.org", "a-secret-of-sixteen-letters", "another-of-sixteen-letters"
PIECES, PAUSE = ["You ", "see ", "a door."], 0.4
CAP_USD = 0.02


class SlowModel(http.server.BaseHTTPRequestHandler):
    """A model that answers in pieces, so that buffering by a proxy shows."""

    protocol_version = "HTTP/1.0"
    pause = PAUSE

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        usage = {"input_tokens": 2000, "output_tokens": 50}
        self.put("message_start", message={
            "id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": [], "stop_reason": None,
            "stop_sequence": None, "usage": usage,
        })
        self.put("content_block_start", index=0, content_block={"type": "text", "text": ""})
        for piece in PIECES:
            self.put("content_block_delta", index=0, delta={"type": "text_delta", "text": piece})
            time.sleep(self.pause)
        self.put("content_block_stop", index=0)
        self.put("message_delta", delta={"stop_reason": "end_turn", "stop_sequence": None}, usage=usage)
        self.put("message_stop")

    def put(self, kind, **data):
        with contextlib.suppress(OSError):  # Whoever asked may be gone.
            self.wfile.write(f"event: {kind}\ndata: {json.dumps({'type': kind, **data})}\n\n".encode())
            self.wfile.flush()

    def log_message(self, *_):
        pass


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def wait_for(port, of):
    for _ in range(100):
        if of.poll() is not None:
            break
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise SystemExit(f"{of.args[0]} does not listen")


@contextlib.contextmanager
def running(arguments, env, port):
    process = subprocess.Popen(arguments, env={"PATH": os.environ["PATH"], **env}, stdout=subprocess.DEVNULL)
    try:
        wait_for(port, process)
        yield process
    finally:
        process.terminate()
        process.wait(20)


class Player:
    """A browser at the proxy."""

    def __init__(self, port, base, secret=SECRET):
        self.port, self.base, self.secret, self.cookie = port, base, secret, None
        self.tls = ssl.create_default_context()
        self.tls.check_hostname, self.tls.verify_mode = False, ssl.CERT_NONE

    def open(self, method, path, body=None, **headers):
        raw = socket.create_connection(("127.0.0.1", self.port), 60)
        connection = http.client.HTTPConnection(HOST, self.port)
        connection.sock = self.tls.wrap_socket(raw, server_hostname=HOST)
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookie:
            headers["Cookie"] = self.cookie
        if body is not None:
            body = json.dumps(body)
            headers |= {"Content-Type": "application/json", "Origin": f"https://{HOST}:{self.port}"}
        connection.request(method, path, body, {name: value for name, value in headers.items() if value})
        return connection.getresponse()

    def ask(self, status, method, path, body=None, **headers):
        answer = self.open(method, path, body, **headers)
        text = answer.read().decode()
        assert answer.status == status, (method, path, answer.status, text)
        return answer, text

    def play(self):
        base = self.base
        _, page = self.ask(200, "GET", f"{base}/")
        for file in re.findall(r'(?:src|href)="([^":]+\.(?:js|css))"', page):
            self.ask(200, "GET", file if file.startswith("/") else f"{base}/{file}")
        self.ask(401, "GET", f"{base}/api/sessions")
        self.stream(self.begin())

    def begin(self):
        base = self.base
        signed_in, _ = self.ask(204, "POST", f"{base}/api/sign-in", {"secret": self.secret})
        cookie = signed_in.getheader("Set-Cookie")
        assert "Secure" in cookie and f"Path={base or '/'}" in cookie, cookie
        self.cookie = cookie.split(";")[0]
        begun, text = self.ask(201, "POST", f"{base}/api/sessions", {})
        session = begun.getheader("Location")
        assert session == f"{base}/api/sessions/{json.loads(text)['id']}", session
        return session

    def stream(self, session):
        answer = self.open("POST", f"{session}/chat", {"message": "I look around."}, Accept="text/event-stream")
        assert answer.status == 200, answer.read()
        at, names, ids = {}, [], []
        for line in answer:
            line = line.decode().strip()
            if line.startswith("id: "):
                ids.append(line[4:])
            if line.startswith("event: "):
                names.append(line[7:])
                at.setdefault(names[-1], time.monotonic())
        assert names[-1] == "done", names
        assert at["done"] - at["text"] > PAUSE, "the proxy holds events back"
        location = answer.getheader("Content-Location")
        assert location.startswith(session), location
        _, rest = self.ask(200, "GET", location, Last_Event_ID=ids[-2])
        assert "event: done" in rest and "event: turn\n" not in rest, rest


def events(answer):
    """The events of a stream, as far as it comes."""
    name = None
    with contextlib.suppress(http.client.HTTPException, OSError):
        for line in answer:
            line = line.decode().strip()
            if line.startswith("event: "):
                name = line[7:]
            if line.startswith("data: "):
                yield name, json.loads(line[6:])


def play_on_two(proxy, servers):
    """Plays through a proxy before two servers, then kills the one that plays a turn, and goes on at the other."""
    ada, bert = Player(proxy, ""), Player(proxy, "", BERTS_SECRET)
    session, other = ada.begin(), bert.begin()
    bert.ask(404, "GET", session)

    def send(player, session, key):
        return player.open("POST", f"{session}/chat", {"message": "I look around."}, Accept="text/event-stream", Idempotency_Key=key)

    def spent_today():
        return json.loads(ada.ask(200, "GET", f"{session}/spending")[1])["today"]["spentUsd"]

    for _ in range(2):  # The proxy asks one server after the other.
        told = events(send(ada, session, "stopped"))
        assert next(told)[0] == "turn"
        ada.ask(202, "POST", f"{session}/cancel")
        *_, (name, data) = told
        assert name == "failed" and data["code"] == "turn_cancelled", data
    ada.stream(session)
    bert.stream(other)
    assert spent_today() == spent_today() > 0, "the servers count apart"

    answer = send(ada, session, "killed")
    told = events(answer)
    assert next(told)[0] == "turn"
    playing = next(port for port in servers if "embertale_turns_in_flight 1" in metrics(port))
    servers.pop(playing).kill()
    assert "done" not in [name for name, _ in told], "the turn was not broken off"
    answer.close()
    bert.stream(other)
    while (answer := send(ada, session, "killed")).status == 409:  # The claim of a dead server expires within a minute.
        answer.read()
    assert [name for name, _ in events(answer)][-1] == "done"
    _, turns = ada.ask(200, "GET", f"{session}/turns")
    assert len(json.loads(turns)["items"]) == 2, turns

    SlowModel.pause = PAUSE
    while (answer := send(bert, other, None)).status == 200:
        answer.read()
    assert answer.status == 402 and spent_today() >= CAP_USD, answer.status


def metrics(port):
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", "/metrics", headers={"Authorization": f"Bearer {SECRET}"})
    return connection.getresponse().read().decode()


def block(page, title):
    """The code after a title in bold."""
    text = (ROOT / page).read_text()
    return text.split(f"**{title}**", 1)[1].split("```", 2)[1].lstrip("\n")


def nginx(config, port, scratch):
    config = re.sub(r"listen 443 ssl", f"listen 127.0.0.1:{port} ssl", config)
    config = re.sub(r"/etc/letsencrypt/live/play\.example\.org", str(scratch), config)
    for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]:
        config = f"{kind}_temp_path {scratch};\n{config}"
    file = scratch / "nginx.conf"
    file.write_text(f"daemon off; pid {scratch}/nginx.pid; error_log stderr; events {{}}\nhttp {{ access_log off;\n{config}}}\n")
    return ["nginx", "-p", str(scratch), "-e", "stderr", "-c", str(file)], {}


def caddy(config, port, scratch):
    # A certificate of its own instead of one by an authority that could not reach this machine.
    options = f"admin off\nlocal_certs\nskip_install_trust\nauto_https disable_redirects\nhttps_port {port}\nlog {{\nlevel ERROR\n}}\n"
    file = scratch / "Caddyfile"
    file.write_text(f"{{\n{options}}}\n{config}")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)], {"HOME": str(scratch), "DOMAIN": HOST}


# Where a configuration is, what runs it, and the path it serves.
CONFIGS = [
    ("Caddy", caddy, lambda: block("docs/hosting.md", "Caddy"), ""),
    ("Caddy, below a path", caddy, lambda: block("docs/hosting.md", "Caddy, below a path"), "/embertale"),
    ("deploy/Caddyfile", caddy, lambda: (ROOT / "deploy/Caddyfile").read_text(), ""),
    ("nginx", nginx, lambda: block("docs/hosting.md", "nginx"), ""),
    ("nginx, below a path", nginx, lambda: block("docs/hosting.md", "nginx, below a path"), "/embertale"),
    ("nginx before several servers", nginx, lambda: block("docs/hosting.md", "nginx before several servers"), ""),
]


def main(program, emulator=None):
    model = http.server.ThreadingHTTPServer(("127.0.0.1", 0), SlowModel)
    threading.Thread(target=model.serve_forever, daemon=True).start()
    for name, proxy, config, base in CONFIGS:
        if not shutil.which(proxy.__name__):
            print(f"SKIPPED: {proxy.__name__} is not installed, so its configuration ({name}) was not run")
            continue
        with tempfile.TemporaryDirectory() as scratch, contextlib.ExitStack() as running_now:
            scratch, theirs = pathlib.Path(scratch), free_port()
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={HOST}",
                 "-keyout", scratch / "privkey.pem", "-out", scratch / "fullchain.pem"], check=True, capture_output=True)
            env = {
                "HOME": str(scratch), "RULES_FETCH": "off", "LOG": "warn",
                "AUTH": "token", "AUTH_TOKENS": f"ada:{SECRET},bert:{BERTS_SECRET}", "ALLOWED_HOSTS": HOST,
                "TRUSTED_PROXIES": "127.0.0.1", "BASE_PATH": base, "ANTHROPIC_API_KEY": "k",
                "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{model.server_port}",
            }
            text, servers = config(), {}
            together = emulator and "upstream" in text
            if together:
                env |= {"STORE": "firestore", "FIRESTORE_PROJECT_ID": f"demo-{theirs}", "FIRESTORE_EMULATOR_HOST": emulator,
                        "DAY_CAP_USD": str(CAP_USD)}
                SlowModel.pause = 2  # A server looks every two seconds whether another one cancels its turn.
            os.chdir(scratch)
            for upstreams in [r"10\.0\.0\.11", r"10\.0\.0\.12"] if together else [r"(127\.0\.0\.1|10\.0\.0\.1[12]|embertale)"]:
                ours = free_port()
                text = re.sub(f"{upstreams}:3000", f"127.0.0.1:{ours}", text)
                own = {"DATA_DIR": str(scratch / f"data-{ours}"), "PORT": str(ours)}
                servers[ours] = running_now.enter_context(running([program], env | own, ours))
            arguments, proxy_env = proxy(text, theirs, scratch)
            running_now.enter_context(running(arguments, proxy_env, theirs))
            if together:
                play_on_two(theirs, servers)
            else:
                Player(theirs, base).play()
            if name == "deploy/Caddyfile":
                Player(theirs, base).ask(404, "GET", "/metrics")
        print(f"{name}: played through")


main(os.path.abspath(sys.argv[1]), *sys.argv[2:])
