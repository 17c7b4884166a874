import MoneyKit
import Processor
import TextKit
import TimeKit

/// An object of JSON that is put together: each name once, in order.
struct JSONObject: Hashable, Sendable {
    private(set) var members: [JSONTree.Member] = []

    init() {}

    /// An object of members that name nothing twice.
    init(_ members: [JSONTree.Member]) { self.members = members }

    /// The same as a tree.
    var tree: JSONTree { .object(members) }

    /// The value of a name; set to nil, the name is not there.
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

    /// Adds a name that is not there yet.
    mutating func add(_ name: String, _ value: JSONTree) { members.append(JSONTree.Member(name, value)) }

    /// Puts the members of another object over these: nested objects are put over one another, null wipes.
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
    /// The members that another object has otherwise; of objects in both, the parts that differ; null for what it has
    /// more.
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
    /// Members in this order; nil is `null`.
    init(dictionaryLiteral members: (String, (any JSONValue)?)...) {
        self.members.reserveCapacity(members.count)
        for (name, value) in members { add(name, value?.json ?? .null) }
    }
}

/// A value of a JSON object.
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
    /// The object that it is; nil for anything else.
    var object: JSONObject? { if case .object(let members) = self { JSONObject(members) } else { nil } }

    /// The value of a name; null where there is none, as Stripe shows what is not there.
    subscript(name: String) -> JSONTree { object?[name] ?? .null }
}
