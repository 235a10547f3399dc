"""A stand-in for Qdrant's server: Qdrant's own engine (qdrant-edge) behind the few REST calls that the page makes.

Qdrant's server is in no package registry, so the tests of the vector stores use this one. It answers as Qdrant's
documentation of the REST interface says. Arguments: its port, a folder for its data, and the key that it requires.

It ends with the program that started it: when the standard input is closed.
"""

import json
import os
import re
import shutil
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import qdrant_edge as engine

PORT, FOLDER, KEY = int(sys.argv[1]), sys.argv[2], sys.argv[3]
DISTANCES = {"Cosine": engine.Distance.Cosine, "Dot": engine.Distance.Dot}

# The collections by their names, each with the body that it was created with.
collections = {}
lock = threading.Lock()


class Refused(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def condition(of):
    match = of["match"]
    match = engine.MatchAny(match["any"]) if "any" in match else engine.MatchValue(match["value"])
    return engine.FieldCondition(of["key"], match=match)


def filter_of(of):
    return engine.Filter(must=[condition(each) for each in of["must"]]) if of else None


def shown(record, with_score=False):
    fields = {"id": record.id, "payload": record.payload, "vector": record.vector}
    if with_score:
        fields.update(score=record.score, version=record.version)
    return {name: value for name, value in fields.items() if value is not None}


def create(name, body):
    if name in collections:
        raise Refused(409, f"Wrong input: Collection `{name}` already exists!")
    vectors = body["vectors"]
    if not 1 <= vectors["size"] <= 65536:
        raise Refused(422, "Validation error in JSON body: [vectors.size: value must be between 1 and 65536]")
    folder = os.path.join(FOLDER, "qdrant", name)
    os.makedirs(folder)
    settings = engine.EdgeVectorParams(size=vectors["size"], distance=DISTANCES[vectors["distance"]])
    shard = engine.EdgeShard.create(folder, engine.EdgeConfig(vectors=settings))
    collections[name] = (shard, body, folder)
    return True


def delete(name):
    if name not in collections:
        return False
    shard, _, folder = collections.pop(name)
    shard.close()
    shutil.rmtree(folder)
    return True


def updated(shard, operation):
    shard.update(operation)
    return {"operation_id": 0, "status": "completed"}


def limit(body):
    if body.get("limit", 10) < 1:
        raise Refused(422, "Validation error in JSON body: [limit: value must be larger than or equal to 1]")
    return body.get("limit", 10)


def points(shard, method, path, body):
    with_payload, with_vector = body.get("with_payload", True), body.get("with_vector", False)
    if (method, path) == ("PUT", "/points"):
        new = [engine.Point(each["id"], each["vector"], each.get("payload")) for each in body["points"]]
        return updated(shard, engine.UpdateOperation.upsert_points(new))
    if (method, path) == ("POST", "/points"):
        return [shown(each) for each in shard.retrieve(body["ids"], with_payload, with_vector)]
    if (method, path) == ("POST", "/points/delete"):
        if "points" in body:
            return updated(shard, engine.UpdateOperation.delete_points(body["points"]))
        return updated(shard, engine.UpdateOperation.delete_points_by_filter(filter_of(body["filter"])))
    if (method, path) == ("POST", "/points/count"):
        return {"count": shard.count(engine.CountRequest(exact=body.get("exact", True)))}
    if (method, path) == ("POST", "/points/scroll"):
        request = engine.ScrollRequest(
            offset=body.get("offset"), limit=limit(body), with_payload=with_payload, with_vector=with_vector
        )
        found, following = shard.scroll(request)
        return {"points": [shown(each) for each in found], "next_page_offset": following}
    if (method, path) == ("POST", "/points/query"):
        request = engine.QueryRequest(
            query=engine.Query.Nearest(body["query"]),
            filter=filter_of(body.get("filter")),
            limit=limit(body),
            with_payload=body.get("with_payload", False),
            with_vector=with_vector,
        )
        return {"points": [shown(each, True) for each in shard.query(request)]}
    if (method, path) == ("PUT", "/index"):
        kind = getattr(engine.PayloadSchemaType, body["field_schema"].capitalize())
        return updated(shard, engine.UpdateOperation.create_field_index(body["field_name"], kind))
    raise Refused(404, None)


def answer(method, path, body):
    if (method, path) == ("GET", "/collections"):
        return {"collections": [{"name": name} for name in collections]}
    match = re.fullmatch(r"/collections/([^/]+)(/.*)?", path)
    if not match:
        raise Refused(404, None)
    name, rest = match.group(1), match.group(2) or ""
    if (method, rest) == ("PUT", ""):
        return create(name, body)
    if (method, rest) == ("DELETE", ""):
        return delete(name)
    if name not in collections:
        raise Refused(404, f"Not found: Collection `{name}` doesn't exist!")
    shard, settings, _ = collections[name]
    if (method, rest) == ("GET", ""):
        return {"status": "green", "config": {"params": settings}, "payload_schema": {}}
    return points(shard, method, rest, body)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def reply(self, status, body, kind="application/json"):
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        if self.headers.get("origin"):
            # Qdrant permits every page unless it is configured otherwise.
            self.send_header("access-control-allow-origin", "*")
            self.send_header("access-control-allow-methods", "GET, POST, PUT, DELETE, OPTIONS")
            self.send_header("access-control-allow-headers", self.headers.get("access-control-request-headers", "*"))
        self.end_headers()
        self.wfile.write(body)

    def reply_json(self, status, value):
        # The engine's ids are UUID objects.
        self.reply(status, json.dumps(value, default=str).encode())

    def go(self):
        start = time.monotonic()
        sent = self.rfile.read(int(self.headers.get("content-length") or 0))
        path = self.path.split("?")[0]
        if self.command == "OPTIONS":
            return self.reply(200, b"")
        if path == "/":
            return self.reply_json(200, {"title": "qdrant - vector search engine", "version": "0.9.0-stand-in"})
        if self.headers.get("api-key") != KEY:
            return self.reply(401, b"Must provide an API key or an Authorization bearer token", "text/plain")
        try:
            with lock:
                result = answer(self.command, path, json.loads(sent or b"{}"))
            return self.reply_json(200, {"result": result, "status": "ok", "time": time.monotonic() - start})
        except Refused as refused:
            status, message = refused.status, refused.args[0]
        except Exception as error:  # The engine has one type for everything that it refuses.
            status, message = 400, f"Wrong input: {error}"
        if message is None:
            return self.reply(status, b"")
        return self.reply_json(status, {"status": {"error": message}, "time": time.monotonic() - start})

    do_GET = do_POST = do_PUT = do_DELETE = do_OPTIONS = go


def end_with_parent():
    sys.stdin.buffer.read()
    os._exit(0)


threading.Thread(target=end_with_parent, daemon=True).start()
ThreadingHTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
