import ServerKit
import TextKit

/// A check of values against the part of JSON Schema that the API's document uses. Any other keyword is a
/// flaw.
struct SchemaCheck {
    private let document: JSONTree

    init(_ document: JSONTree) { self.document = document }

    /// Returns the flaws of a value, each with its path.
    func flaws(of value: JSONTree, by schema: JSONTree, at place: String = "$") -> [String] {
        schema.members.flatMap { word -> [String] in
            switch word.key {
            case "description": return []
            case "$ref":
                let name = (word.value.string ?? "").replacing("#/components/schemas/", with: "")
                guard let meant = document["components"]?["schemas"]?[name] else {
                    return ["\(place): no \(name)"]
                }
                return flaws(of: value, by: meant, at: place)
            case "allOf": return word.value.elements.flatMap { flaws(of: value, by: $0, at: place) }
            case "anyOf":
                let fits = word.value.elements.contains { flaws(of: value, by: $0, at: place).isEmpty }
                return fits ? [] : ["\(place): none of anyOf"]
            case "oneOf":
                let count = word.value.elements.count { flaws(of: value, by: $0, at: place).isEmpty }
                return count == 1 ? [] : ["\(place): \(count) of oneOf"]
            case "format":
                guard let fits = value.has(format: word.value.string) else {
                    return ["\(place): the schema says format \(word.value.text)"]
                }
                return fits ? [] : ["\(place): no \(word.value.text)"]
            case "type": return value.type == word.value.string ? [] : ["\(place): \(value.type)"]
            case "enum": return word.value.elements.contains(value) ? [] : ["\(place): \(value.text)"]
            case "minimum", "maximum":
                guard case .number(let text) = value, case .number(let bound) = word.value,
                    let number = Int64(text), let limit = Int64(bound)
                else { return ["\(place): no number"] }
                let fits = word.key == "minimum" ? number >= limit : number <= limit
                return fits ? [] : ["\(place): \(number) against \(limit)"]
            case "items":
                return value.elements.enumerated().flatMap {
                    flaws(of: $0.element, by: word.value, at: "\(place)[\($0.offset)]")
                }
            case "properties":
                return value.members.flatMap { member in
                    word.value[member.key].map {
                        flaws(of: member.value, by: $0, at: "\(place).\(member.key)")
                    } ?? []
                }
            case "required":
                return word.value.elements.compactMap(\.string).filter { value[$0] == nil }
                    .map { "\(place): no \($0)" }
            case "dependentRequired":
                return word.value.members.filter { value[$0.key] != nil }.flatMap { member in
                    member.value.elements.compactMap(\.string).filter { value[$0] == nil }
                        .map { "\(place): no \($0) beside \(member.key)" }
                }
            case "additionalProperties":
                let known = schema["properties"]?.members.map(\.key) ?? []
                return value.members.map(\.key).filter { !known.contains($0) }
                    .map { "\(place): unknown \($0)" }
            default: return ["\(place): the schema says \(word.key)"]
            }
        }
    }
}

extension JSONTree {
    /// Whether the text matches a format, or nil if the format is unknown.
    fileprivate func has(format: String?) -> Bool? {
        guard format == "ipv4" || format == "ipv6" else { return nil }
        // An IPv4 address within IPv6 is parsed as IPv4, so the colon distinguishes them.
        guard let text = string, NetworkAddress(text) != nil else { return false }
        return (format == "ipv6") == text.contains(":")
    }

    /// The type's name in JSON Schema.
    fileprivate var type: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number(let text): Int64(text) == nil ? "number" : "integer"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
