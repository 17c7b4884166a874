import Documents
import Yams

extension ScenarioTree {
    /// The maximum nesting depth of a document.
    private static let mostLevels = 16
    /// The maximum number of values in a document.
    private static let mostNodes = 100_000

    /// Parses one YAML document.
    ///
    /// Anchors and aliases are refused, because a few lines with aliases can expand to more data than fits
    /// into memory. The parser itself accepts at most 1,000 levels.
    package init(yaml text: String) throws(ScenarioError) {
        try Self.refuseAliases(in: text)
        let root: Node?
        do {
            root = try compose(yaml: text)
        } catch let error as YamlError {
            throw ScenarioError(error, in: text)
        } catch {
            throw ScenarioError(
                .malformedYAML, line: 0, "the YAML cannot be read: \(error)",
                remedy: "see the example in docs/scenarios.md")
        }
        guard let root else {
            throw ScenarioError(
                .malformedYAML, line: 0, "the file is empty", remedy: "see the example in docs/scenarios.md")
        }
        var left = Self.mostNodes
        try self.init(root, line: 1, level: 0, left: &left)
    }

    private init(_ node: Node, line: Int, level: Int, left: inout Int) throws(ScenarioError) {
        let line = node.mark?.line ?? line
        left -= 1
        guard left >= 0, level < Self.mostLevels else {
            throw ScenarioError(
                .limitExceeded, line: line,
                "a scenario can have at most \(Self.mostNodes) values and \(Self.mostLevels) levels of nesting",
                remedy: "use `repeat:` for repeated steps")
        }
        self.line = line
        switch node {
        case .scalar(let scalar): content = .text(scalar.string)
        case .sequence(let nodes):
            var list: [ScenarioTree] = []
            for node in nodes {
                list.append(try ScenarioTree(node, line: line, level: level + 1, left: &left))
            }
            content = .list(list)
        case .mapping(let pairs):
            var entries: [Entry] = []
            for (key, value) in pairs {
                let place = key.mark?.line ?? line
                guard case .scalar(let scalar) = key else {
                    throw ScenarioError(
                        .wrongType, line: place, "a key must be text", remedy: "write `key: value`")
                }
                let value = try ScenarioTree(value, line: place, level: level + 1, left: &left)
                entries.append(Entry(key: scalar.string, line: place, value: value))
            }
            content = .map(entries)
        case .alias:
            throw ScenarioError(
                .malformedYAML, line: line, "aliases are not supported", remedy: "write the full value"
            )
        }
    }

    /// Throws an error if the text appears to contain an anchor or alias: `&` or `*` after a space or
    /// punctuation, and directly before another character.
    private static func refuseAliases(in text: String) throws(ScenarioError) {
        var (line, before) = (1, UInt8(ascii: "\n"))
        let starts = Array(" \t\r\n[]{},:-?\"'".utf8)
        for byte in text.utf8 {
            if isSign(before), !(starts.contains(byte) || isSign(byte)) {
                throw ScenarioError(
                    .malformedYAML, line: line, "anchors and aliases (& and *) are not supported",
                    remedy: "write the full value, or put it in quotation marks")
            }
            if byte == UInt8(ascii: "\n") { line += 1 }
            // The character is an anchor or alias only at the start of a value.
            before = isSign(byte) && !starts.contains(before) ? 0 : byte
        }

        func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "&") || byte == UInt8(ascii: "*") }
    }
}
