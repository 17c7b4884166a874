import Documents
import MoneyKit
package import TimeKit

/// The keys of one map in a scenario. An unknown key is refused with the nearest known one.
struct ScenarioFields {
    /// The noun for the map in messages: `a gift`.
    let what: String
    let line: Int
    private let entries: [ScenarioTree.Entry]

    /// Reads a map.
    ///
    /// - Parameter keys: All known keys.
    init(_ tree: ScenarioTree, of what: String, keys: [String]) throws(ScenarioError) {
        guard case .map(let entries) = tree.content else {
            throw ScenarioError(
                .wrongType, line: tree.line, "\(what) must be a map of keys, not \(tree.kind)",
                remedy: "\(what) takes \(keys.joined(separator: ", "))")
        }
        for entry in entries where !keys.contains(entry.key) {
            let near = nearest(to: entry.key, among: keys)
            throw ScenarioError(
                .unknownKey, line: entry.line, "\(what) has no key \(entry.key.shortened)",
                remedy: near.map { "write \($0)" } ?? "use one of \(keys.joined(separator: ", "))")
        }
        (self.what, self.line, self.entries) = (what, tree.line, entries)
    }

    /// The keys that are present.
    var keys: [String] { entries.map(\.key) }

    subscript(_ key: String) -> ScenarioTree? { entries.first { $0.key == key }?.value }

    /// Returns the value of a required key.
    func needed(_ key: String) throws(ScenarioError) -> ScenarioTree {
        guard let value = self[key] else {
            throw ScenarioError(.missingKey, line: line, "\(what) needs \(key)", remedy: "add \(key):")
        }
        return value
    }

    func text(_ key: String) throws(ScenarioError) -> String? { try self[key]?.text(as: key) }

    func neededText(_ key: String) throws(ScenarioError) -> String { try needed(key).text(as: key) }

    func bool(_ key: String) throws(ScenarioError) -> Bool {
        guard let value = self[key] else { return false }
        return try value.bool(as: key)
    }

    /// Reads `challenge`: whether the payer passes the bank's challenge; nil for no response.
    func challenge() throws(ScenarioError) -> Bool? {
        try self["challenge"].map { tree throws(ScenarioError) in
            try tree.word(as: "challenge", of: ["passed", "failed"]) == "passed"
        }
    }

    func number(_ key: String, in range: ClosedRange<Int>) throws(ScenarioError) -> Int? {
        try self[key]?.number(as: key, in: range)
    }

    /// Sets the fields that a scenario and a request have in common in a form.
    func fill<Form>(_ form: inout Form, by fields: [RequestField<Form>]) throws(ScenarioError) {
        for field in fields where field.isInScenarios {
            let key = field.described.name
            switch (field.target, field.described.schema) {
            case (.text(let set), _):
                if let text = try text(key) { set(&form, text) }
            case (.number(let set), .number(let range)):
                let range = Int(range.lowerBound)...Int(range.upperBound)
                if let number = try number(key, in: range) { set(&form, Int64(number)) }
            case (.bool(let set), _):
                if self[key] != nil { set(&form, try bool(key)) }
            default: continue
            }
        }
    }
}

extension ScenarioTree {
    /// Returns a text that is not empty.
    package func text(as key: String) throws(ScenarioError) -> String {
        guard case .text(let text) = content else {
            throw ScenarioError(
                .wrongType, line: line, "\(key) must be text, not \(kind)", remedy: "write \(key): …")
        }
        guard !text.isEmpty, text.utf8.count <= 8_192 else {
            throw malformed(key, "text of 1 to 8192 bytes")
        }
        return text
    }

    package func bool(as key: String) throws(ScenarioError) -> Bool {
        switch try text(as: key) {
        case "true": return true
        case "false": return false
        default: throw malformed(key, "true or false")
        }
    }

    package func number(as key: String, in range: ClosedRange<Int>) throws(ScenarioError) -> Int {
        guard let number = Int(try text(as: key)), range.contains(number) else {
            throw malformed(key, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Parses `2026-11-22T09:00:00Z`, or a day, which means its start in UTC.
    package func moment(as key: String) throws(ScenarioError) -> Timestamp {
        let text = try text(as: key)
        if let moment = Timestamp(iso8601: text) { return moment }
        if let day = CalendarDate(iso8601: text) { return day.startOfDay }
        throw malformed(key, "a time such as 2026-11-22T09:00:00Z or a day such as 2026-11-22")
    }

    /// Parses `90s`, `5m`, `12h` or `31d`, and returns seconds.
    package func duration(as key: String) throws(ScenarioError) -> Int64 {
        let text = try text(as: key)
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), let number = Int64(text.dropLast()),
            (1...315_360_000 / unit).contains(number)
        else { throw malformed(key, "a duration such as 90s, 5m, 12h or 31d, at most ten years") }
        return number * unit
    }

    /// Returns one of the given words.
    package func word(as key: String, of words: [String]) throws(ScenarioError) -> String {
        let text = try text(as: key)
        guard words.contains(text) else {
            let near = nearest(to: text, among: words)
            throw ScenarioError(
                .malformedValue, line: line, "\(key) is \(text.shortened)",
                remedy: near.map { "write \($0)" } ?? "use one of \(words.joined(separator: ", "))")
        }
        return text
    }

    /// Parses an amount like `50` or `50.00`, in the organization's currency.
    package func amount(as key: String) throws(ScenarioError) -> String {
        let text = try text(as: key)
        // No currency has more than three decimals.
        guard text.wholeMatch(of: #/-?[0-9]{1,15}(\.[0-9]{1,3})?/#) != nil else {
            throw malformed(key, "an amount such as 50 or 50.00")
        }
        return text
    }

    /// The elements of a list. A single value counts as a list of one.
    package var elements: [ScenarioTree] {
        if case .list(let elements) = content { return elements }
        return [self]
    }

    /// Returns keys that are names, with their values.
    package func entries(as key: String) throws(ScenarioError) -> [Entry] {
        guard case .map(let entries) = content else {
            throw ScenarioError(
                .wrongType, line: line, "\(key) must be a map, not \(kind)",
                remedy: "write name: value below it")
        }
        return entries
    }

    package func malformed(_ key: String, _ wanted: String) -> ScenarioError {
        let found = if case .text(let text) = content { text.shortened } else { kind }
        return ScenarioError(
            .malformedValue, line: line, "\(key) is \(found.isEmpty ? "empty" : found)",
            remedy: "write \(wanted)")
    }
}

extension String {
    /// The text, shortened to fit into a message.
    fileprivate var shortened: String { count > 40 ? prefix(40) + "…" : self }
}
