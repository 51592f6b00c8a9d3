#!/usr/bin/env python3
"""Runs the proxies' configurations of docs/hosting.md and deploy/Caddyfile before the program, and plays through them.

Usage: check_proxies.py PROGRAM. A proxy that is not installed is skipped.
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
HOST, SECRET = "play.example.org", "a-secret-of-sixteen-letters"
PIECES, PAUSE = ["You ", "see ", "a door."], 0.4


class SlowModel(http.server.BaseHTTPRequestHandler):
    """A model that answers in pieces, so that buffering by a proxy shows."""

    protocol_version = "HTTP/1.0"

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        usage = {"input_tokens": 1, "output_tokens": 1}
        self.put("message_start", message={
            "id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": [], "stop_reason": None,
            "stop_sequence": None, "usage": usage,
        })
        self.put("content_block_start", index=0, content_block={"type": "text", "text": ""})
        for piece in PIECES:
            self.put("content_block_delta", index=0, delta={"type": "text_delta", "text": piece})
            time.sleep(PAUSE)
        self.put("content_block_stop", index=0)
        self.put("message_delta", delta={"stop_reason": "end_turn", "stop_sequence": None}, usage=usage)
        self.put("message_stop")

    def put(self, kind, **data):
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
        yield
    finally:
        process.terminate()
        process.wait(20)


class Player:
    """A browser at the proxy."""

    def __init__(self, port, base):
        self.port, self.base, self.cookie = port, base, None
        self.tls = ssl.create_default_context()
        self.tls.check_hostname, self.tls.verify_mode = False, ssl.CERT_NONE

    def open(self, method, path, body=None, **headers):
        raw = socket.create_connection(("127.0.0.1", self.port), 30)
        connection = http.client.HTTPConnection(HOST, self.port)
        connection.sock = self.tls.wrap_socket(raw, server_hostname=HOST)
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookie:
            headers["Cookie"] = self.cookie
        if body is not None:
            body = json.dumps(body)
            headers |= {"Content-Type": "application/json", "Origin": f"https://{HOST}:{self.port}"}
        connection.request(method, path, body, headers)
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
        signed_in, _ = self.ask(204, "POST", f"{base}/api/sign-in", {"secret": SECRET})
        cookie = signed_in.getheader("Set-Cookie")
        assert "Secure" in cookie and f"Path={base or '/'}" in cookie, cookie
        self.cookie = cookie.split(";")[0]
        begun, text = self.ask(201, "POST", f"{base}/api/sessions", {})
        session = begun.getheader("Location")
        assert session == f"{base}/api/sessions/{json.loads(text)['id']}", session
        self.stream(session)

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


def main(program):
    model = http.server.ThreadingHTTPServer(("127.0.0.1", 0), SlowModel)
    threading.Thread(target=model.serve_forever, daemon=True).start()
    for name, proxy, config, base in CONFIGS:
        if not shutil.which(proxy.__name__):
            print(f"SKIPPED: {proxy.__name__} is not installed, so its configuration ({name}) was not run")
            continue
        with tempfile.TemporaryDirectory() as scratch, contextlib.ExitStack() as running_now:
            scratch, ours, theirs = pathlib.Path(scratch), free_port(), free_port()
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={HOST}",
                 "-keyout", scratch / "privkey.pem", "-out", scratch / "fullchain.pem"], check=True, capture_output=True)
            env = {
                "HOME": str(scratch), "DATA_DIR": str(scratch / "data"), "PORT": str(ours), "RULES_FETCH": "off", "LOG": "warn",
                "AUTH": "token", "AUTH_TOKENS": f"ada:{SECRET}", "ALLOWED_HOSTS": HOST, "TRUSTED_PROXIES": "127.0.0.1",
                "BASE_PATH": base, "ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{model.server_port}",
            }
            text = re.sub(r"(127\.0\.0\.1|10\.0\.0\.1[12]|embertale):3000", f"127.0.0.1:{ours}", config())
            arguments, proxy_env = proxy(text, theirs, scratch)
            os.chdir(scratch)
            running_now.enter_context(running([program], env, ours))
            running_now.enter_context(running(arguments, proxy_env, theirs))
            Player(theirs, base).play()
            if name == "deploy/Caddyfile":
                Player(theirs, base).ask(404, "GET", "/metrics")
        print(f"{name}: played through")


main(os.path.abspath(sys.argv[1]))
