"""Receives Facturier's events: checks the signature, drops repeats, answers at once.

Needs nothing but Python 3.8 or newer:   SIGNING_SECRET=whsec_… PORT=8080 python3 receiver.py
"""
import hashlib
import hmac
import json
import os
import re
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_SECONDS = 5 * 60
MOST_BYTES = 64 * 1024


def is_genuine(header, body, secret, now_seconds):
    """Whether a request came from your Facturier and is fresh.

    header: the Service-Signature header. body: its raw bytes; parsing and writing JSON again changes them.
    secret: the whole signing secret, whsec_ included. now_seconds: Unix time.
    """
    match = re.fullmatch(r"t=([0-9]{1,12}),v1=([0-9a-f]{64})", header or "")
    if not match:
        return False
    t, digest = match.groups()
    if abs(now_seconds - int(t)) > TOLERANCE_SECONDS:
        return False
    expected = hmac.new(secret.encode(), t.encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, digest)


def create_receiver(port, secret, on_event):
    """A server that calls on_event(event_id, event) once for each event."""
    # In real life a table in your database: an event is sent again until a 2xx answer reaches Facturier.
    seen = set()

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self):
            size = int(self.headers.get("Content-Length", "0"))
            if size > MOST_BYTES:
                return self.answer(413)
            body = self.rfile.read(size)
            if not is_genuine(self.headers.get("Service-Signature"), body, secret, time.time()):
                return self.answer(400)
            event_id = self.headers.get("Service-Event-Id")
            if event_id not in seen:
                seen.add(event_id)
                on_event(event_id, json.loads(body))
            # Also for types you do not know: new ones may appear.
            return self.answer(204)

        def answer(self, status):
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_):
            pass

    return ThreadingHTTPServer(("127.0.0.1", port), Receiver)


if __name__ == "__main__":
    receiver = create_receiver(
        int(os.environ.get("PORT", "8080")),
        os.environ["SIGNING_SECRET"],
        lambda event_id, event: print(event_id, event["type"], event["data"]["url"], flush=True),
    )
    print(f"Waiting for events on http://127.0.0.1:{receiver.server_port}", flush=True)
    receiver.serve_forever()
