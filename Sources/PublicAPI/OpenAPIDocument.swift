import Documents
import StaffAccess

/// The OpenAPI 3.1 description of the API, generated from its routes.
///
/// Source: OpenAPI Specification 3.1.1, §4.8.
enum OpenAPIDocument {
    static func document(of routes: [APIRoute]) -> JSONValue {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "tapctl", "version": "1",
                "summary":
                    "Organizations, funds, gifts, statements, tags, taps, contracts, jobs, dependents' fees and plans.",
                "description": .string(about),
            ],
            "security": [["key": []]], "paths": .object(paths(of: routes)),
            "components": [
                "securitySchemes": [
                    "key": [
                        "type": "http", "scheme": "bearer",
                        "description": "An API key such as tapk_test_..., created with `tapctl api-key add`",
                    ]
                ],
                "schemas": .object(schemas(of: routes)),
            ],
        ]
    }

    private static let about = """
        Every POST and PATCH requires an Idempotency-Key, which is stored for 24 hours. A repeated request with the \
        same key changes nothing and returns the result again. To get the next page of a list, send starting_after. \
        Objects of organizations that the key cannot access are reported as not found. Amounts are whole numbers in \
        the currency's smallest unit. No money moves in this version.
        """

    private static func paths(of routes: [APIRoute]) -> [JSONValue.Member] {
        var templates: [String] = []
        for route in routes where !templates.contains(route.path.template) {
            templates.append(route.path.template)
        }
        return templates.map { template in
            let here = routes.filter { $0.path.template == template }
            return .init(
                key: template,
                value: .object(
                    here.map { .init(key: $0.method.rawValue.lowercased(), value: operation($0)) }))
        }
    }

    private static func operation(_ route: APIRoute) -> JSONValue {
        var operation: JSONValue = [
            "operationId": .string(route.name), "summary": .string(route.summary),
            "parameters": .array(parameters(of: route)),
        ]
        if let roles = route.access.roles {
            let words =
                "Requires a key with \(roles.count == 1 ? "the role" : "one of these roles:") "
                + roles.map(\.rawValue).joined(separator: ", ") + "."
            operation = operation.adding("description", .string(words))
        } else {
            operation = operation.adding("security", [])
        }
        if route.method.changes {
            operation = operation.adding(
                "requestBody",
                [
                    "required": .bool(route.fields.contains { $0.isRequired || $0.alternative != nil }),
                    "content": ["application/json": ["schema": APISchema.objectDocument(route.fields)]],
                ])
        }
        let answer: JSONValue = route.access.roles == nil ? ["type": "object"] : route.answer.document
        return operation.adding(
            "responses",
            [
                "200": [
                    "description": "The resulting object or list",
                    "content": ["application/json": ["schema": answer]],
                ],
                "default": [
                    "description": "The reason for the failure",
                    "content": ["application/json": ["schema": APIError.schema.document]],
                ],
            ])
    }

    private static func parameters(of route: APIRoute) -> [JSONValue] {
        var parameters: [JSONValue] = route.path.names.map { name in
            ["name": .string(name), "in": "path", "required": true, "schema": ["type": "string"]]
        }
        if route.method.changes {
            parameters.append([
                "name": "Idempotency-Key", "in": "header", "required": true,
                "schema": ["type": "string", "minLength": 1, "maxLength": 255],
            ])
        } else {
            parameters += route.fields.map { field in
                [
                    "name": .string(field.name), "in": .string(field.isHeader ? "header" : "query"),
                    "required": .bool(field.isRequired),
                    "description": .string(field.meaning), "schema": field.schema.document,
                ]
            }
        }
        return parameters
    }

    private static func schemas(of routes: [APIRoute]) -> [JSONValue.Member] {
        let objects = routes.flatMap(\.answer.objects) + APIError.schema.objects
        var members: [JSONValue.Member] = []
        for object in objects where !members.contains(where: { $0.key == object.name }) {
            members.append(.init(key: object.name, value: APISchema.objectDocument(object.fields)))
        }
        return members
    }
}
