import SimulationKit

/// The ids of all nouns that answers have shown, by their kind: `payment_intent`.
struct KnownObjects {
    private var ids: [String: [String]] = [:]
    private var seen: Set<String> = []

    /// All ids of a kind, in the order in which they were seen first.
    subscript(kind: String) -> [String] { ids[kind] ?? [] }

    /// All kinds, in the order of their names.
    var kinds: [String] { ids.keys.sorted() }

    /// Takes over what an answer shows, at any depth.
    mutating func learn(_ json: Any) {
        if let object = json as? [String: Any] {
            if let id = object["id"] as? String, let kind = object["object"] as? String,
                seen.insert("\(kind) \(id)").inserted
            {
                ids[kind, default: []].append(id)
            }
            for value in object.values { learn(value) }
        } else if let list = json as? [Any] {
            for value in list { learn(value) }
        }
    }

    /// One of a kind, most often a late one; nil where none is known.
    func any(_ kind: String, _ generator: inout SeededGenerator) -> String? {
        guard let all = ids[kind] else { return nil }
        let late = Bool.random(using: &generator) ? all.suffix(8) : all[...]
        return late.randomElement(using: &generator)
    }
}
