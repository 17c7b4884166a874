import Documents
import MoneyKit
import TimeKit

/// The keys and values of one map in a scenario. If a key is unknown, the error suggests the most similar
/// valid key.
struct ScenarioFields {
    /// The phrase that error messages use for this map, such as `a gift`.
    let what: String
    let line: Int
    private let entries: [ScenarioTree.Entry]

    /// Reads a map from a YAML value.
    ///
    /// - Parameter keys: All keys that the map can contain.
    /// - Throws: ``ScenarioError`` if the value is not a map, or if the map contains any other key.
    init(_ tree: ScenarioTree, of what: String, keys: [String]) throws(ScenarioError) {
        guard case .map(let entries) = tree.content else {
            throw ScenarioError(
                .wrongType, line: tree.line, "\(what) must be a map, not \(tree.kind)",
                remedy: "use a map with the keys \(keys.joined(separator: ", "))")
        }
        for entry in entries where !keys.contains(entry.key) {
            let near = nearest(to: entry.key, among: keys)
            throw ScenarioError(
                .unknownKey, line: entry.line, "\(what) cannot have the key \(entry.key.shortened)",
                remedy: near.map { "write \($0)" } ?? "use one of \(keys.joined(separator: ", "))")
        }
        (self.what, self.line, self.entries) = (what, tree.line, entries)
    }

    /// The keys that the map contains.
    var keys: [String] { entries.map(\.key) }

    subscript(_ key: String) -> ScenarioTree? { entries.first { $0.key == key }?.value }

    /// Returns the value of a required key.
    ///
    /// - Throws: ``ScenarioError`` if the key is missing.
    func needed(_ key: String) throws(ScenarioError) -> ScenarioTree {
        guard let value = self[key] else {
            throw ScenarioError(
                .missingKey, line: line, "\(what) requires the key \(key)", remedy: "add `\(key):`")
        }
        return value
    }

    func text(_ key: String) throws(ScenarioError) -> String? { try self[key]?.text(as: key) }

    func neededText(_ key: String) throws(ScenarioError) -> String { try needed(key).text(as: key) }

    func bool(_ key: String) throws(ScenarioError) -> Bool? { try self[key]?.bool(as: key) }

    /// Returns whether the payer passes the bank's challenge, according to the `challenge` key. Returns nil
    /// if the key is missing, which means that the payer does not respond to the challenge.
    func challenge() throws(ScenarioError) -> Bool? { try self["challenge"]?.isPassed(as: "challenge") }

    /// Returns the number of times that an action is performed concurrently.
    func times() throws(ScenarioError) -> Int { try number("times", in: 1...100) ?? 1 }

    func number(_ key: String, in range: ClosedRange<Int>) throws(ScenarioError) -> Int? {
        try self[key]?.number(as: key, in: range)
    }

    /// Sets the fields of a form to the values in this map. Fields that scenarios do not support are skipped.
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
                if let value = try bool(key) { set(&form, value) }
            default: continue
            }
        }
    }
}

extension ScenarioTree {
    /// Returns the value as a string of 1 to 8,192 bytes.
    ///
    /// - Throws: ``ScenarioError`` for any other value.
    func text(as key: String) throws(ScenarioError) -> String {
        guard case .text(let text) = content else {
            throw ScenarioError(
                .wrongType, line: line, "\(key) must be text, not \(kind)", remedy: "write \(key): …")
        }
        guard !text.isEmpty, text.utf8.count <= 8_192 else {
            throw malformed(key, "text of 1 to 8192 bytes")
        }
        return text
    }

    func bool(as key: String) throws(ScenarioError) -> Bool {
        switch try text(as: key) {
        case "true": return true
        case "false": return false
        default: throw malformed(key, "true or false")
        }
    }

    func number(as key: String, in range: ClosedRange<Int>) throws(ScenarioError) -> Int {
        guard let number = Int(try text(as: key)), range.contains(number) else {
            throw malformed(key, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Parses a time such as `2026-11-22T09:00:00Z`, or a day such as `2026-11-22`. For a day, returns the
    /// start of the day in UTC.
    func moment(as key: String) throws(ScenarioError) -> Timestamp {
        let text = try text(as: key)
        if let moment = Timestamp(iso8601: text) { return moment }
        if let day = CalendarDate(iso8601: text) { return day.startOfDay }
        throw malformed(key, "a time such as 2026-11-22T09:00:00Z or a day such as 2026-11-22")
    }

    /// Parses a duration of up to ten years, such as `90s`, `5m`, `12h` or `31d`, and returns it in seconds.
    func duration(as key: String) throws(ScenarioError) -> Int64 {
        let text = try text(as: key)
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), let number = Int64(text.dropLast()),
            (1...315_360_000 / unit).contains(number)
        else { throw malformed(key, "a duration such as 90s, 5m, 12h or 31d, at most ten years") }
        return number * unit
    }

    /// Returns the value if it is one of the given words.
    ///
    /// - Throws: ``ScenarioError`` for any other value.
    func word(as key: String, of words: [String]) throws(ScenarioError) -> String {
        let text = try text(as: key)
        guard words.contains(text) else { throw unknown(text, as: key, words) }
        return text
    }

    /// Returns the case that the value names.
    ///
    /// - Throws: ``ScenarioError`` for any other value.
    func word<Word: RawRepresentable<String> & CaseIterable>(
        as key: String, _ type: Word.Type = Word.self
    ) throws(ScenarioError) -> Word {
        let text = try text(as: key)
        guard let word = Word(rawValue: text) else {
            throw unknown(text, as: key, Word.allCases.map(\.rawValue))
        }
        return word
    }

    private func unknown(_ text: String, as key: String, _ words: [String]) -> ScenarioError {
        let near = nearest(to: text, among: words)
        return ScenarioError(
            .malformedValue, line: line, "`\(key)` has the unknown value \"\(text.shortened)\"",
            remedy: near.map { "write \($0)" } ?? "use one of \(words.joined(separator: ", "))")
    }

    /// Returns whether the value is `passed` rather than `failed`.
    func isPassed(as key: String) throws(ScenarioError) -> Bool {
        try word(as: key, of: ["passed", "failed"]) == "passed"
    }

    /// Returns the value if it is an amount, such as `50` or `50.00`.
    ///
    /// - Throws: ``ScenarioError`` for any other value.
    func amount(as key: String) throws(ScenarioError) -> String {
        let text = try text(as: key)
        // No currency has more than three decimal places.
        guard text.wholeMatch(of: #/-?[0-9]{1,15}(\.[0-9]{1,3})?/#) != nil else {
            throw malformed(key, "an amount such as 50 or 50.00")
        }
        return text
    }

    /// The elements of a list. A value that is not a list is treated as a list with one element.
    var elements: [ScenarioTree] {
        if case .list(let elements) = content { return elements }
        return [self]
    }

    /// Returns the entries if the value is a map.
    ///
    /// - Throws: ``ScenarioError`` for any other value.
    func entries(as key: String) throws(ScenarioError) -> [Entry] {
        guard case .map(let entries) = content else {
            throw ScenarioError(
                .wrongType, line: line, "\(key) must be a map, not \(kind)",
                remedy: "add lines such as `name: value` below the key")
        }
        return entries
    }

    func malformed(_ key: String, _ wanted: String) -> ScenarioError {
        let problem =
            switch content {
            case .text(""): "is empty"
            case .text(let text): "has the invalid value \"\(text.shortened)\""
            case .list, .map: "is \(kind)"
            }
        return ScenarioError(
            .malformedValue, line: line, "`\(key)` \(problem)", remedy: "write \(wanted)")
    }
}

extension String {
    /// The text, shortened to at most 40 characters and an ellipsis for use in a message.
    var shortened: String { count > 40 ? prefix(40) + "…" : self }
}
