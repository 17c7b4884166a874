import SimulationKit

/// The ids of all objects in responses, by kind, such as `payment_intent`.
struct KnownObjects {
    private var ids: [String: [String]] = [:]
    private var seen: Set<String> = []
    /// The customers of cards and bank accounts, by the ids of these.
    private(set) var customers: [String: String] = [:]

    /// All ids of a kind, in the order in which they were first seen.
    subscript(kind: String) -> [String] { ids[kind] ?? [] }

    /// All kinds, in alphabetical order.
    var kinds: [String] { ids.keys.sorted() }

    /// Adds the objects of a response, at any depth.
    mutating func learn(_ json: Any) {
        if let object = json as? [String: Any] {
            if let id = object["id"] as? String, let kind = object["object"] as? String,
                seen.insert("\(kind) \(id)").inserted
            {
                ids[kind, default: []].append(id)
            }
            if let id = object["id"] as? String, let customer = object["customer"] as? String,
                ["card", "bank_account"].contains(object["object"] as? String)
            {
                customers[id] = customer
            }
            for value in object.values { learn(value) }
        } else if let list = json as? [Any] {
            for value in list { learn(value) }
        }
    }

    /// Returns an id of a kind, most often a recent one, or nil if none is known.
    func any(_ kind: String, _ generator: inout SeededGenerator) -> String? {
        guard let all = ids[kind] else { return nil }
        let late = Bool.random(using: &generator) ? all.suffix(8) : all[...]
        return late.randomElement(using: &generator)
    }
}
