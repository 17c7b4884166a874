"""Holds what a processor answers against Stripe's own description of its API."""

import functools
import json
import pathlib
import re

import jsonschema
import referencing

FIXTURES = pathlib.Path(__file__).resolve().parents[2] / "fixtures/stripe"
SPEC = json.loads((FIXTURES / "openapi-trimmed.json").read_text())
# The products that are only recorded, as the SDK describes them.
PRODUCTS = json.loads((FIXTURES / "sdk-products.json").read_text())
for _path, _operations in PRODUCTS["paths"].items():
    SPEC["paths"][_path] = {**_operations, **SPEC["paths"].get(_path, {})}
SPEC["components"]["schemas"].update(PRODUCTS["components"]["schemas"])


def json_schema(node):
    """OpenAPI 3.0's `nullable` in the words of JSON Schema."""
    if isinstance(node, list):
        return [json_schema(one) for one in node]
    if not isinstance(node, dict):
        return node
    kept = {key: json_schema(value) for key, value in node.items() if key not in ("nullable", "description", "maxLength")}
    return {"anyOf": [kept, {"type": "null"}]} if node.get("nullable") is True else kept


def _schemas():
    return {"components": {"schemas": {
        name: json_schema(schema) for name, schema in SPEC["components"]["schemas"].items()}}}


REGISTRY = referencing.Registry().with_resource(
    "stripe:", referencing.Resource(_schemas(), referencing.jsonschema.DRAFT202012))


def _absolute(node):
    """Local references, made to lead into the registry."""
    text = json.dumps(node).replace('"#/components/', '"stripe:#/components/')
    return json.loads(text)


def _validator(schema):
    return jsonschema.Draft202012Validator(_absolute(json_schema(schema)), registry=REGISTRY)


ERROR = _validator({"$ref": "#/components/schemas/error"})
EVENT = _validator({"$ref": "#/components/schemas/event"})


@functools.cache
def _operations(method):
    found = []
    for path, operations in SPEC["paths"].items():
        if method in operations:
            pattern = re.compile("^" + re.sub(r"\{[^}]*\}", "[^/]+", path) + "$")
            found.append((path.count("{"), path, pattern))
    return sorted(found)


@functools.cache
def _answer(method, path):
    content = SPEC["paths"][path][method]["responses"]["200"]["content"]["application/json"]
    return _validator(content["schema"])


def operation(method, path):
    """The description's own path of a request; None where it lacks it."""
    for _, name, pattern in _operations(method):
        if pattern.match(path):
            return name
    return None


def problems(method, path, status, body):
    """What is wrong with an answer, a line each; nothing for an operation that the description lacks."""
    document = json.loads(body)
    if status != 200:
        validator = ERROR
    else:
        name = operation(method, path)
        if name is None:
            return []
        validator = _answer(method, name)
    found = []
    for error in validator.iter_errors(document):
        best = jsonschema.exceptions.best_match([error])
        found.append(f"{method.upper()} {path} {status}: {best.json_path}: {best.message[:300]}")
    return found


def event_problems(body):
    """What is wrong with a webhook's body: the event, and what it tells of."""
    event = json.loads(body)
    told = event["data"]["object"]
    subject = _validator({"$ref": f"#/components/schemas/{told['object']}"})
    errors = [*EVENT.iter_errors(event), *([] if told.get("deleted") else subject.iter_errors(told))]
    return [f"{event['type']}: {error.json_path}: {error.message[:300]}" for error in errors]
