import json
import os
import time
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

BASE = os.environ.get("PLACE_LOOKUP_API", "http://127.0.0.1:3000")
KEY = os.environ.get("PLACE_LOOKUP_API_KEY")
RETRIES = 5


def of_service(answer):
    """Refuses an answer that is no JSON, such as the error page of a proxy in front of the service."""
    if "json" not in answer.headers.get("Content-Type", ""):
        raise RuntimeError(f"HTTP {answer.status}: the answer is no JSON of the service")
    return answer


def ask(path, body=None, accept="application/json"):
    """Opens an answer; repeats a request that is answered 429 or 503 after the time that the service asks for."""
    headers = {"Accept": accept, "Content-Type": "application/json"}
    if KEY:
        headers["X-API-Key"] = KEY
    data = None if body is None else json.dumps(body).encode()
    for attempt in range(RETRIES + 1):
        try:
            return of_service(urlopen(Request(BASE + path, data, headers), timeout=300))
        except HTTPError as error:
            if error.code not in (429, 503) or attempt == RETRIES:
                raise RuntimeError(json.load(of_service(error))["error"]["message"]) from error
            time.sleep(int(error.headers.get("Retry-After", 10)))


with ask("/api/details?" + urlencode({"placeid": "ChIJJz6dChxbFkcRFk6Qq9KBXD8"})) as answer:
    details = json.load(answer)["data"]["details"]
print(f"{details['nazwa_wizytowki']}: {details['srednia_ocen']} ({details['liczba_opinii']})")

urls = ["https://maps.app.goo.gl/RevVisible", "https://maps.app.goo.gl/RevRemoved"]
is_complete = False
with ask("/api/review-visibility", {"urls": urls}, "application/x-ndjson") as answer:
    for text in answer:
        line = json.loads(text)
        if line["type"] == "result":
            print(f"{line['review_url']}: {line['visibility_reason']}")
        elif line["type"] == "summary":
            is_complete = True
        elif "index" in line:
            print(f"{line['review_url']}: no verdict, {line['error']['code']}")
        else:
            raise RuntimeError(line["error"]["message"])
if not is_complete:
    raise RuntimeError("the answer broke off")
