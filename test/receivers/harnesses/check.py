import base64
import sys

from verify import is_genuine

for line in sys.stdin:
    secret, event_id, timestamp, signature, body = line.rstrip("\n").split("\t")
    headers = {"webhook-id": event_id, "webhook-timestamp": timestamp, "webhook-signature": signature}
    print("true" if is_genuine(secret, headers, base64.b64decode(body)) else "false")
