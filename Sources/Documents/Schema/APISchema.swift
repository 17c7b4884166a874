/// The type of a value in the API. Requests are validated against it, and the OpenAPI document describes it.
package indirect enum APISchema: Sendable {
    /// A string. If the list is not empty, the string must be one of the listed values.
    case text(of: [String] = [])
    /// A string that may be empty. An empty string removes the stored value.
    case textOrEmpty
    /// An IP address in numeric notation.
    case networkAddress
    /// An integer within a range.
    case number(ClosedRange<Int64> = .min ... .max)
    case bool
    case orNull(APISchema)
    case list(of: APISchema)
    /// An object that has these fields and a schema name. The OpenAPI document describes each named object
    /// only once.
    case named(String, [APIField])
    /// An object that has these fields but no schema name. The OpenAPI document repeats the object's
    /// description wherever the object is used.
    case object([APIField])
}

/// A field of a request or document: a key of a JSON object, a query parameter or a header.
package struct APIField: Sendable {
    package let name: String
    package let schema: APISchema
    package let isRequired: Bool
    /// A human-readable description.
    package let meaning: String
    /// The maximum length of the field's text, in bytes.
    package var maxBytes = 1_000
    /// Whether the parser accepts a missing or empty value. If true, the operation reports a missing value,
    /// together with any other problems.
    package var isLeftToWork = false
    /// The name of a field that must be sent together with this field, or nil.
    package var companion: String?
    /// The name of a field that can be sent instead of this field, or nil. The operation checks that exactly
    /// one of the two is sent.
    package var alternative: String?
    /// Whether the value is sent in a header, and not in the URL, if the request has no body.
    package var isHeader = false

    package static func required(_ name: String, _ schema: APISchema, _ meaning: String = "") -> APIField {
        APIField(name: name, schema: schema, isRequired: true, meaning: meaning)
    }

    /// Creates a required field whose value can be missing when the request is parsed. The operation reports
    /// a missing value, together with any other problems.
    ///
    /// - Parameter maxBytes: The maximum length of a string, in bytes.
    package static func entered(
        _ name: String, _ schema: APISchema, _ meaning: String = "", maxBytes: Int = 1_000
    ) -> APIField {
        APIField(
            name: name, schema: schema, isRequired: true, meaning: meaning, maxBytes: maxBytes,
            isLeftToWork: true)
    }

    /// Creates an optional field whose value is in the header of the same name.
    package static func header(_ name: String, _ schema: APISchema, _ meaning: String) -> APIField {
        APIField(name: name, schema: schema, isRequired: false, meaning: meaning, isHeader: true)
    }

    /// Creates an optional field.
    ///
    /// - Parameters:
    ///   - companion: The name of a field that must be sent together with this field.
    ///   - alternative: The name of a field that can be sent instead of this field.
    ///   - maxBytes: The maximum length of a string, in bytes.
    package static func optional(
        _ name: String, _ schema: APISchema, _ meaning: String = "", requires companion: String? = nil,
        exclusiveWith alternative: String? = nil, maxBytes: Int = 1_000
    ) -> APIField {
        APIField(
            name: name, schema: schema, isRequired: false, meaning: meaning, maxBytes: maxBytes,
            companion: companion, alternative: alternative)
    }
}

extension APISchema {
    /// The type as a JSON Schema 2020-12 document, as used in OpenAPI 3.1.
    package var document: JSONValue {
        switch self {
        case .text(let values):
            return values.isEmpty
                ? ["type": "string"] : ["type": "string", "enum": .array(values.map(JSONValue.string))]
        case .textOrEmpty: return ["type": "string"]
        case .networkAddress:
            return ["type": "string", "anyOf": [["format": "ipv4"], ["format": "ipv6"]]]
        case .number(let range):
            var members: JSONValue = ["type": "integer"]
            if range.lowerBound > .min { members = members.adding("minimum", .int(Int(range.lowerBound))) }
            if range.upperBound < .max { members = members.adding("maximum", .int(Int(range.upperBound))) }
            return members
        case .bool: return ["type": "boolean"]
        case .orNull(let schema): return ["anyOf": .array([schema.document, ["type": "null"]])]
        case .list(let schema): return ["type": "array", "items": schema.document]
        case .named(let name, _): return ["$ref": .string("#/components/schemas/\(name)")]
        case .object(let fields): return Self.objectDocument(fields)
        }
    }

    package static func objectDocument(_ fields: [APIField]) -> JSONValue {
        var document: JSONValue = [
            "type": "object",
            "properties": .object(
                fields.map { field in
                    let described =
                        field.meaning.isEmpty
                        ? field.schema.document
                        : field.schema.document.adding("description", .string(field.meaning))
                    return .init(key: field.name, value: described)
                }),
            "required": .array(fields.filter(\.isRequired).map { .string($0.name) }),
            "additionalProperties": false,
        ]
        let companions = fields.compactMap { field in
            field.companion.map { JSONValue.Member(key: field.name, value: [.string($0)]) }
        }
        if !companions.isEmpty { document = document.adding("dependentRequired", .object(companions)) }
        let choices = fields.compactMap { field -> JSONValue? in
            guard let alternative = field.alternative else { return nil }
            let choice: JSONValue = [
                ["required": [.string(alternative)]], ["required": [.string(field.name)]],
            ]
            return choice
        }
        // An object can contain each JSON Schema keyword only once.
        if choices.count == 1 { return document.adding("oneOf", choices[0]) }
        return choices.isEmpty ? document : document.adding("allOf", .array(choices.map { ["oneOf": $0] }))
    }

    /// The named objects that occur in this type, at any depth.
    package var objects: [(name: String, fields: [APIField])] {
        switch self {
        case .text, .textOrEmpty, .networkAddress, .number, .bool: []
        case .orNull(let schema), .list(let schema): schema.objects
        case .named(let name, let fields): [(name, fields)] + fields.flatMap(\.schema.objects)
        case .object(let fields): fields.flatMap(\.schema.objects)
        }
    }

    /// Returns the schema of one page of a list.
    package static func page(of schema: APISchema) -> APISchema {
        .object([
            .required("object", .text(of: ["list"])),
            .required("has_more", .bool, "whether more objects follow; use starting_after to get them"),
            .required("data", .list(of: schema)),
        ])
    }
}
