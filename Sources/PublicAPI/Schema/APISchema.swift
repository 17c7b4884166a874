package import Documents

/// What a value of the API is: it is checked by it when it comes in, and described by it in the OpenAPI document.
package indirect enum APISchema: Sendable {
    /// A text, or one of these alone.
    case text(of: [String] = [])
    /// A text, or the empty one, which takes away what is there.
    case textOrEmpty
    /// An address of the Internet Protocol, in digits.
    case networkAddress
    /// A whole number within bounds.
    case number(ClosedRange<Int64> = .min ... .max)
    case truth
    case orNull(APISchema)
    case list(of: APISchema)
    /// An object of the API, by the name under which the document describes it.
    case named(APIObject)
    /// An object without a name of its own.
    case object([APIField])
}

/// A document of `docs/json.md`, or one that the API alone has.
package struct APIObject: Sendable {
    /// As in `object`.
    package let name: String
    /// All that it has, and nothing else.
    package let fields: [APIField]
}

/// A key of an object, or a parameter of a query.
package struct APIField: Sendable {
    package let name: String
    let schema: APISchema
    let isRequired: Bool
    /// For people.
    package let meaning: String
    /// The longest text of it, in octets.
    package var mostOctets = 1_000
    /// Whether the work itself tells that it is missing or empty, together with all else that is wrong.
    var isLeftToWork = false
    /// Another one, which has to be there where this one is.
    var companion: String?
    /// Another one, in whose place it stands: one of the two has to be there, and not both, which the work itself
    /// tells.
    var alternative: String?

    /// One that is always there.
    static func always(_ name: String, _ schema: APISchema, _ meaning: String = "") -> APIField {
        APIField(name: name, schema: schema, isRequired: true, meaning: meaning)
    }

    /// One that is always there; the work itself tells that it is missing, together with all else that is wrong.
    ///
    /// - Parameter mostOctets: The longest text.
    package static func entered(
        _ name: String, _ schema: APISchema, _ meaning: String = "", mostOctets: Int = 1_000
    ) -> APIField {
        APIField(
            name: name, schema: schema, isRequired: true, meaning: meaning, mostOctets: mostOctets,
            isLeftToWork: true)
    }

    /// One that may be left out.
    ///
    /// - Parameters:
    ///   - companion: One that has to be there where it is.
    ///   - alternative: One in whose place it stands.
    ///   - mostOctets: The longest text, in bytes of UTF-8.
    static func maybe(
        _ name: String, _ schema: APISchema, _ meaning: String = "", beside companion: String? = nil,
        insteadOf alternative: String? = nil, mostOctets: Int = 1_000
    ) -> APIField {
        APIField(
            name: name, schema: schema, isRequired: false, meaning: meaning, mostOctets: mostOctets,
            companion: companion, alternative: alternative)
    }
}

extension APISchema {
    /// In JSON Schema 2020-12, as OpenAPI 3.1 has it.
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
        case .truth: return ["type": "boolean"]
        case .orNull(let schema): return ["anyOf": .array([schema.document, ["type": "null"]])]
        case .list(let schema): return ["type": "array", "items": schema.document]
        case .named(let object): return ["$ref": .string("#/components/schemas/\(object.name)")]
        case .object(let fields): return Self.objectDocument(fields)
        }
    }

    static func objectDocument(_ fields: [APIField]) -> JSONValue {
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
        // An object has each word once.
        if choices.count == 1 { return document.adding("oneOf", choices[0]) }
        return choices.isEmpty ? document : document.adding("allOf", .array(choices.map { ["oneOf": $0] }))
    }

    /// The named objects in it, and in those.
    var objects: [APIObject] {
        switch self {
        case .text, .textOrEmpty, .networkAddress, .number, .truth: []
        case .orNull(let schema), .list(let schema): schema.objects
        case .named(let object): [object] + object.fields.flatMap(\.schema.objects)
        case .object(let fields): fields.flatMap(\.schema.objects)
        }
    }
}
