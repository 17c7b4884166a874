import MoneyKit
import Processor
package import TextKit
import TimeKit

/// A JSON object that is being built. Its members have unique names and a fixed order.
struct JSONObject: Hashable, Sendable {
    private(set) var members: [JSONTree.Member] = []

    init() {}

    /// Creates an object from members, whose names must be unique.
    init(_ members: [JSONTree.Member]) { self.members = members }

    /// Creates an object with the names of the keys, and the values that `value` returns for them.
    init(_ names: [String], _ value: (String) -> JSONTree) {
        members = names.map { JSONTree.Member($0, value($0)) }
    }

    var tree: JSONTree { .object(members) }

    /// Accesses the value of a member. Setting it to nil removes the member.
    subscript(name: String) -> JSONTree? {
        get { members.first { $0.key == name }?.value }
        set {
            guard let place = members.firstIndex(where: { $0.key == name }) else {
                if let newValue { members.append(JSONTree.Member(name, newValue)) }
                return
            }
            if let newValue { members[place].value = newValue } else { members.remove(at: place) }
        }
    }

    /// Accesses a member that is an object. A missing member, or one of a different type, counts as an empty
    /// object.
    subscript(object name: String) -> JSONObject {
        get { self[name]?.fields ?? JSONObject() }
        set { self[name] = newValue.tree }
    }

    /// Adds a member. The object must not already have a member with this name.
    mutating func add(_ name: String, _ value: JSONTree) { members.append(JSONTree.Member(name, value)) }

    /// Returns a list in Stripe's JSON format.
    static func list(_ data: [JSONObject], hasMore: Bool = false, at url: String) -> JSONObject {
        ["object": "list", "url": url, "has_more": hasMore, "data": data]
    }

    /// Merges `other` into this object. If a member is an object in both, the two objects are merged
    /// recursively. Any other member of `other`, including null, replaces the member of this object.
    mutating func lay(_ other: JSONObject) {
        for member in other.members {
            if let part = member.value.object, var own = self[member.key]?.object {
                own.lay(part)
                self[member.key] = own.tree
            } else {
                self[member.key] = member.value
            }
        }
    }
}

extension JSONObject {
    /// Returns the members whose values differ from those of another object. If a member is an object in
    /// both, only its differing members are returned. A member that exists only in the other object is
    /// returned as null.
    func differing(from other: JSONObject) -> JSONObject {
        var differing = JSONObject()
        for member in members where other[member.key] != member.value {
            if let part = member.value.object, let otherPart = other[member.key]?.object {
                differing[member.key] = part.differing(from: otherPart).tree
            } else {
                differing[member.key] = member.value
            }
        }
        for member in other.members where self[member.key] == nil { differing[member.key] = .null }
        return differing
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object with its members in this order. A nil value becomes `null`.
    init(dictionaryLiteral members: (String, (any JSONValue)?)...) {
        self.members.reserveCapacity(members.count)
        for (name, value) in members { add(name, value?.tree ?? .null) }
    }
}

/// A type whose values can be converted to JSON.
protocol JSONValue {
    var tree: JSONTree { get }
}

extension JSONObject: JSONValue {}
extension JSONTree: JSONValue { var tree: JSONTree { self } }
extension String: JSONValue { var tree: JSONTree { .string(self) } }
extension Bool: JSONValue { var tree: JSONTree { .bool(self) } }
extension Int: JSONValue { var tree: JSONTree { .integer(Int64(self)) } }
extension Int64: JSONValue { var tree: JSONTree { .integer(self) } }
extension Timestamp: JSONValue { var tree: JSONTree { .integer(seconds) } }
extension Currency: JSONValue { var tree: JSONTree { .string(code) } }
extension Metadata: JSONValue {
    /// The metadata as a JSON object with sorted keys.
    var tree: JSONTree { .object(sorted { $0.key < $1.key }.map { JSONTree.Member($0.key, $0.value.tree) }) }
}
extension Array: JSONValue where Element: JSONValue { var tree: JSONTree { .array(map(\.tree)) } }

extension JSONTree {
    /// The value as an object; nil for a value of a different type.
    var object: JSONObject? { if case .object(let members) = self { JSONObject(members) } else { nil } }

    /// The value as an object. Empty for a value of a different type.
    var fields: JSONObject { object ?? JSONObject() }

    /// Returns the value of a member. Treats a missing member as null, as Stripe does.
    package subscript(name: String) -> JSONTree { object?[name] ?? .null }
}

extension JSONTree {
    /// The members that are strings. Empty for a value that is not an object.
    var metadata: Metadata { fields.members.reduce(into: [:]) { $0[$1.key] = $1.value.string } }

    /// Returns the string in a member, or throws an error if it is missing.
    ///
    /// - Parameter owner: The name of the parameter whose value this is, such as `items[0]`.
    func required(_ name: String, in owner: String) throws -> String {
        guard let text = self[name].string else { throw ProcessorError.missing("\(owner)[\(name)]") }
        return text
    }

    /// The value with the members of all objects ordered by name.
    var sorted: JSONTree {
        switch self {
        case .array(let elements): .array(elements.map(\.sorted))
        case .object(let members):
            .object(members.map { Member($0.key, $0.value.sorted) }.sorted { $0.key < $1.key })
        default: self
        }
    }
}
