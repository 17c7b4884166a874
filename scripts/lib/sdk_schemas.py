"""Converts typed classes of stripe-python to an OpenAPI description of Stripe products.

Stripe generates these classes from its own description. fixtures/stripe/openapi-trimmed.json, a part of that
description, does not contain these products."""

import ast
import re

# The first segments of the paths of the products' operations.
PRODUCTS = ("issuing", "terminal", "identity", "tax", "reporting", "treasury", "financial_connections", "tax_codes")
PATH = re.compile(r"/v1/(test_helpers/)?(%s)(/|$)" % "|".join(PRODUCTS))
TYPES = {"str": "string", "int": "integer", "float": "number", "bool": "boolean", "Decimal": "string"}
# The SDK uses one class for an object and for the response to its deletion.
DELETED = {"type": "object", "required": ["deleted", "id", "object"], "properties": {
    "deleted": {"type": "boolean", "enum": [True]}, "id": {"type": "string"}, "object": {"type": "string"}}}


def requests_of(function):
    """The requests that a method of a service class sends: the HTTP methods and the paths."""
    for call in ast.walk(function):
        if isinstance(call, ast.Call) and getattr(call.func, "attr", "").startswith("_request"):
            path = call.args[1].func.value if isinstance(call.args[1], ast.Call) else call.args[1]
            yield call.args[0].value, path.value


def service_methods(folder):
    """The files of the service classes, and the public methods of these classes, without the `async` ones."""
    for file in sorted(folder.rglob("*_service.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                yield file, node


class Module:
    """A parsed file: its top-level classes, and the module and the name of each imported class."""

    def __init__(self, folder, name):
        tree = ast.parse((folder.parent / (name.replace(".", "/") + ".py")).read_text())
        self.classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
        self.dictionaries = {node.targets[0].id: node.value for node in tree.body
                             if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("TypedDict(")}
        self.imports = {alias.asname or alias.name: (node.module, alias.name) for node in ast.walk(tree)
                        if isinstance(node, ast.ImportFrom) for alias in node.names}


class Description:
    def __init__(self, folder, known):
        """`known` contains the names of the schemas in openapi-trimmed.json."""
        self.folder, self.known = folder, known
        self.modules, self.schemas, self.paths = {}, {}, {}

    def module(self, name):
        if name not in self.modules:
            self.modules[name] = Module(self.folder, name)
        return self.modules[name]

    def read(self):
        for file, function in service_methods(self.folder):
            module = self.module(".".join(file.relative_to(self.folder.parent).with_suffix("").parts))
            for method, path in requests_of(function):
                if PATH.match(path):
                    self.operation(function, module, method, path)
        return {"paths": dict(sorted(self.paths.items())), "components": {"schemas": dict(sorted(self.schemas.items()))}}

    def operation(self, function, module, method, path):
        parameters = self.parameters(function, module)
        answer = DELETED if method == "delete" else self.schema(function.returns, module, [])[0]
        described = {"responses": {"200": {"content": {"application/json": {"schema": answer}}}}}
        if method == "post":
            described["requestBody"] = {"content": {"application/x-www-form-urlencoded": {"schema": parameters}}}
        else:
            described["parameters"] = [
                {"in": "query", "name": name, "schema": schema, "required": name in parameters.get("required", [])}
                for name, schema in parameters["properties"].items()]
        self.paths.setdefault(path, {})[method] = described

    def parameters(self, function, module):
        for argument in function.args.args:
            if argument.arg == "params":
                name = re.search(r"\w+Params\b", ast.unparse(argument.annotation))[0]
                owner = self.module(module.imports[name][0])
                return self.fields(owner.classes[name], owner, [])
        return {"type": "object", "properties": {}}

    def fields(self, node, module, scopes):
        """The schema of a class: its annotated fields."""
        scopes = scopes + [{one.name: one for one in node.body if isinstance(one, ast.ClassDef)}]
        found = [(line.target.id, line.annotation) for line in node.body
                 if isinstance(line, ast.AnnAssign) and not ast.unparse(line.annotation).startswith("ClassVar")]
        for base in node.bases:  # Fields whose names are keywords, such as `is`, are in a call of TypedDict.
            entries = module.dictionaries.get(getattr(base, "id", ""))
            found += [(key.value, value) for key, value in zip(entries.args[1].keys, entries.args[1].values)] if entries else []
        properties, required = {}, []
        for name, annotation in found:
            if name == "deleted" and self.object_name(node):
                continue
            name = name.rstrip("_")  # Names that are keywords, such as `is_`.
            properties[name], is_required = self.schema(annotation, module, scopes)
            if is_required:
                required.append(name)
        schema = {"type": "object", "properties": properties}
        if required:
            schema["required"] = sorted(required)
        return schema

    def schema(self, node, module, scopes):
        """The schema of an annotation, and whether a field with this annotation is required."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return self.schema(ast.parse(node.value, mode="eval").body, module, scopes)
        if isinstance(node, ast.BinOp):
            return self.union([node.left, node.right], module, scopes), True
        if isinstance(node, ast.Subscript):
            return self.generic(ast.unparse(node.value), node.slice, module, scopes)
        return self.named(ast.unparse(node), module, scopes), True

    def generic(self, name, part, module, scopes):
        def inner(node=part):
            return self.schema(node, module, scopes)[0]
        if name == "Literal":
            words = [one.value for one in (part.elts if isinstance(part, ast.Tuple) else [part])]
            return {"type": "string", "enum": words}, True
        if name == "Optional":
            return {**inner(), "nullable": True}, False
        if name == "NotRequired":
            return inner(), False
        if name in ("List", "Sequence"):
            return {"type": "array", "items": inner()}, True
        if name == "Dict":
            return {"type": "object", "additionalProperties": inner(part.elts[1])}, True
        if name == "UntypedStripeObject":
            return {"type": "object", "additionalProperties": inner()}, True
        if name == "ExpandableField":
            return {"anyOf": [{"type": "string"}, inner()]}, True
        if name == "ListObject":
            return {"type": "object", "properties": {
                "data": {"type": "array", "items": inner()}, "has_more": {"type": "boolean"},
                "object": {"type": "string", "enum": ["list"]}, "url": {"type": "string"}},
                "required": ["data", "has_more", "object", "url"]}, True
        if name == "Union":
            return self.union(part.elts, module, scopes), True
        raise ValueError(name)

    def union(self, nodes, module, scopes):
        flat = []
        for node in nodes:
            one = self.schema(node, module, scopes)[0]
            flat += one["anyOf"] if set(one) == {"anyOf"} else [one]
        # A response's enumeration is written `Literal[…] | str`, because Stripe adds values to it.
        if any("enum" in one and one["enum"] != [""] for one in flat):
            flat = [one for one in flat if one != {"type": "string"}]
        # `Dict[str, str] | UntypedStripeObject[str]` is one type.
        flat = [one for place, one in enumerate(flat) if one not in flat[:place]]
        return flat[0] if len(flat) == 1 else {"anyOf": flat}

    def named(self, name, module, scopes):
        if name in TYPES:
            return {"type": TYPES[name]}
        if name in ("Any", "StripeObject", "UntypedStripeObject"):
            return {"type": "object"}
        parts = name.split(".")
        for place in range(len(scopes) - 1, -1, -1):
            if parts[0] in scopes[place]:
                inner, node = scopes[:place + 1], scopes[place][parts[0]]
                for part in parts[1:]:
                    inner = inner + [{one.name: one for one in node.body if isinstance(one, ast.ClassDef)}]
                    node = inner[-1][part]
                return self.fields(node, module, inner)
        if parts[0] in module.classes and not self.object_name(module.classes[parts[0]]):
            return self.fields(module.classes[parts[0]], module, [])
        source, name = (None, parts[0]) if parts[0] in module.classes else module.imports[parts[0]]
        owner = self.module(source) if source else module
        node = owner.classes[name]
        object_name = self.object_name(node)
        if not object_name:
            for part in parts[1:]:
                node = {one.name: one for one in node.body if isinstance(one, ast.ClassDef)}[part]
            return self.fields(node, owner, [])
        if object_name not in self.known and object_name not in self.schemas:
            self.schemas[object_name] = {}  # An object can contain itself.
            self.schemas[object_name] = self.fields(node, owner, [])
        return {"$ref": f"#/components/schemas/{object_name}"}

    @staticmethod
    def object_name(node):
        for line in node.body:
            if isinstance(line, ast.AnnAssign) and getattr(line.target, "id", "") == "OBJECT_NAME":
                return line.value.value
        return None
