/// The type of a value in the API. It validates input, and the OpenAPI document describes it.
package indirect enum APISchema: Sendable {
    /// A text: any text, or one of the listed ones if the list is not empty.
    case text(of: [String] = [])
    /// A text that may be empty, which removes the stored one.
    case textOrEmpty
    /// A numeric IP address.
    case networkAddress
    /// A whole number in a range.
    case number(ClosedRange<Int64> = .min ... .max)
    case bool
    case orNull(APISchema)
    case list(of: APISchema)
    /// A named object without other fields. The OpenAPI document describes it only once.
    case named(String, [APIField])
    /// An unnamed object without other fields.
    case object([APIField])
}

/// A key of an object, or a parameter of a query.
package struct APIField: Sendable {
    package let name: String
    package let schema: APISchema
    package let isRequired: Bool
    /// The description for people.
    package let meaning: String
    /// The maximum length of its text, in bytes.
    package var maxBytes = 1_000
    /// Whether the operation itself reports a missing or empty value, together with all other problems.
    package var isLeftToWork = false
    /// The field that has to be sent together with this one.
    package var companion: String?
    /// The field that this one replaces. Exactly one of the two must be sent, which the operation itself checks.
    package var alternative: String?

    /// Declares a required field.
    package static func required(_ name: String, _ schema: APISchema, _ meaning: String = "") -> APIField {
        APIField(name: name, schema: schema, isRequired: true, meaning: meaning)
    }

    /// Declares a required field. The operation itself reports a missing value, together with all other problems.
    ///
    /// - Parameter maxBytes: The maximum length of a text, in bytes.
    package static func entered(
        _ name: String, _ schema: APISchema, _ meaning: String = "", maxBytes: Int = 1_000
    ) -> APIField {
        APIField(
            name: name, schema: schema, isRequired: true, meaning: meaning, maxBytes: maxBytes,
            isLeftToWork: true)
    }

    /// Declares an optional field.
    ///
    /// - Parameters:
    ///   - companion: The field that has to be sent together with this one.
    ///   - alternative: The field that this one replaces.
    ///   - maxBytes: The maximum length of a text, in bytes.
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
    /// The type in JSON Schema 2020-12, as in OpenAPI 3.1.
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

    /// The named objects that the type contains, including nested ones.
    package var objects: [(name: String, fields: [APIField])] {
        switch self {
        case .text, .textOrEmpty, .networkAddress, .number, .bool: []
        case .orNull(let schema), .list(let schema): schema.objects
        case .named(let name, let fields): [(name, fields)] + fields.flatMap(\.schema.objects)
        case .object(let fields): fields.flatMap(\.schema.objects)
        }
    }

    /// Returns the schema of a page of a list.
    package static func page(of schema: APISchema) -> APISchema {
        .object([
            .required("object", .text(of: ["list"])),
            .required("has_more", .bool, "whether more objects follow; use starting_after to get them"),
            .required("data", .list(of: schema)),
        ])
    }
}
