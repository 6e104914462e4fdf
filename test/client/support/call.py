"""Makes the calls that come as lines of JSON, {"call", "args", "named"}, and answers each with a line of JSON."""

import base64
import inspect
import json
import sys

import corridor

settings = json.loads(sys.argv[1])
waits = []
subjects = {
    "client": corridor.Client(settings["baseUrl"], settings["apiKey"]),
    "operator": corridor.Client(settings["baseUrl"], settings.get("operatorKey", "")),
    "retrying": corridor.Client(settings.get("failingUrl", settings["baseUrl"]), "crd_test_x", sleep=waits.append),
    "partner": corridor.Partner(settings["baseUrl"], settings["partnerKey"], settings["partnerSecret"]),
    "corridor": corridor,
    "waits": lambda: waits,
}


def given(value):
    """An argument; bytes come as {"bytes": base64}."""
    return base64.b64decode(value["bytes"]) if isinstance(value, dict) and list(value) == ["bytes"] else value


def shown(value):
    if inspect.isgenerator(value) or isinstance(value, corridor.Pages):
        return list(value)
    return {"bytes": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


def answer(call, args, named):
    subject, *members = call.split(".")
    found = subjects[subject]
    for member in members:
        found = getattr(found, member)
    try:
        result = found(*map(given, args), **{name: given(value) for name, value in named.items()})
        return {"answer": shown(result)}
    except Exception as fault:
        return {"fault": {"type": type(fault).__name__, "message": str(fault), **vars(fault)}}


for line in sys.stdin:
    print(json.dumps(answer(**json.loads(line))), flush=True)
