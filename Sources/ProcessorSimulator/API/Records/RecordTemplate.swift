import Processor
import Synchronization
import TextKit

/// The initial fields of recorded objects and of their nested objects, for each type.
///
/// Source: the classes of stripe-python (`fixtures/stripe/sdk-products.json`).
enum RecordTemplate {
    /// Returns the fields of a new object, or of a part of an object.
    ///
    /// - Parameter path: The type, such as `issuing.card`. For a part of an object, the type, a space and the
    ///   part's path, such as `issuing.card shipping.address`. `[]` after a name denotes an element of a
    ///   list.
    /// - Returns: The fields, or nil if the type has no such part.
    static func fields(_ path: String) -> JSONObject? {
        parsed.withLock { parsed in
            if let known = parsed[path] { return known }
            guard let line = lines[path] else { return nil }
            let fields = try? JSONTree(Array(line.utf8), atMost: .max).object
            parsed[path] = fields
            return fields
        }
    }

    /// Returns the fields of a new object, or of a part of an object. The result is empty if the type has no
    /// such part.
    static func object(_ path: String) -> JSONObject { fields(path) ?? JSONObject() }

    /// Returns the fields of a new object. A field that `source` also has gets its value from `source`.
    static func fields(_ type: String, copying source: JSONObject) -> JSONObject {
        var fields = fields(type) ?? JSONObject()
        for field in source.members where fields[field.key] != nil { fields[field.key] = field.value }
        return fields
    }

    /// Sets each field to the value of the parameter that has the same name and type. Ignores all other
    /// parameters.
    static func lay(_ parameters: JSONObject, over fields: inout JSONObject, at path: String) {
        for parameter in parameters.members {
            guard let old = fields[parameter.key], parameter.key != "metadata" else { continue }
            let inner = path + (path.contains(" ") ? "." : " ") + parameter.key
            guard let new = value(parameter.value, over: old, at: inner) else { continue }
            fields[parameter.key] = new
        }
    }

    /// Returns the new value of a field that is set from a parameter. Returns nil if the parameter has a
    /// different type than the field.
    private static func value(_ given: JSONTree, over old: JSONTree, at path: String) -> JSONTree? {
        switch (given, old) {
        case (.null, _): return Self.fields(path) == nil && old.isScalar ? nil : .null
        case (.object(let members), _):
            guard let template = Self.fields(path) else {
                // A map with any keys.
                return old.object?.members.isEmpty == true ? given : nil
            }
            var part = old.object ?? template
            lay(JSONObject(members), over: &part, at: path)
            return part.tree
        case (.array(let elements), .array), (.array(let elements), .null):
            guard let template = Self.fields(path + "[]") else { return given }
            return .array(
                elements.map { element in
                    guard let object = element.object else { return element }
                    var part = template
                    lay(object, over: &part, at: path + "[]")
                    return part.tree
                })
        case (.array, _): return nil
        case (_, .null): return Self.fields(path) == nil ? given : nil
        case (.string, .string), (.bool, .bool), (.number, .number): return given
        default: return nil
        }
    }

    private static let parsed = Mutex<[String: JSONObject]>([:])
    private static let lines: [String: Substring] = Dictionary(
        StripeTables.templates.split(separator: "\n").map { line in
            let halves = line.split(separator: "\t", maxSplits: 1)
            return (String(halves[0]), halves[1])
        }
    ) { first, _ in first }
}

extension JSONTree {
    /// Whether the value is a string, a number or a Boolean.
    fileprivate var isScalar: Bool {
        switch self {
        case .string, .number, .bool: true
        case .null, .array, .object: false
        }
    }
}
