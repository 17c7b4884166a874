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

    /// Adds a member. The object must not already have a member with this name.
    mutating func add(_ name: String, _ value: JSONTree) { members.append(JSONTree.Member(name, value)) }

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
        for (name, value) in members { add(name, value?.json ?? .null) }
    }
}

/// A type whose values can be converted to JSON.
protocol JSONValue {
    var json: JSONTree { get }
}

extension JSONTree: JSONValue { var json: JSONTree { self } }
extension String: JSONValue { var json: JSONTree { .string(self) } }
extension Bool: JSONValue { var json: JSONTree { .bool(self) } }
extension Int: JSONValue { var json: JSONTree { .integer(Int64(self)) } }
extension Int64: JSONValue { var json: JSONTree { .integer(self) } }
extension Timestamp: JSONValue { var json: JSONTree { .integer(seconds) } }
extension Currency: JSONValue { var json: JSONTree { .string(code) } }
extension Metadata: JSONValue { var json: JSONTree { JSONTree(self) } }

extension JSONTree {
    /// The value as an object; nil for a value of a different type.
    var object: JSONObject? { if case .object(let members) = self { JSONObject(members) } else { nil } }

    /// Returns the value of a member. Treats a missing member as null, as Stripe does.
    package subscript(name: String) -> JSONTree { object?[name] ?? .null }
}

extension JSONTree {
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
