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
    /// into memory.
    init(yaml text: String) throws(ScenarioError) {
        let plain = try Self.withoutAliases(text)
        let root: Node?
        do {
            root = try compose(yaml: plain)
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
                remedy: "use `repeat:` for repeated gifts, and nest lists and maps less deeply")
        }
        self.line = line
        switch node {
        case .scalar(let scalar): content = .text(Self.unmasked(scalar.string))
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
                entries.append(Entry(key: Self.unmasked(scalar.string), line: place, value: value))
            }
            content = .map(entries)
        case .alias:
            throw ScenarioError(
                .malformedYAML, line: line, "aliases are not supported", remedy: "write the full value"
            )
        }
    }

    /// Returns the text with placeholders instead of `&` and `*` in quoted text and comments. Because of the
    /// placeholders, the parser finds no alias even if it interprets a quotation mark differently from this
    /// function.
    ///
    /// - Throws: ``ScenarioError`` if the text contains an anchor or alias, which is recognized at the start
    ///   of a value.
    private static func withoutAliases(_ text: String) throws(ScenarioError) -> String {
        let newline: Unicode.Scalar = "\n"
        var (line, before, lastNonblank) = (1, newline, newline)
        // The character that ends the quoted text or the comment.
        var end: Unicode.Scalar?
        var isEscaped = false
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == newline { line += 1 }
            if let closing = end {
                result.append(masked(scalar))
                if scalar == closing, !isEscaped {
                    end = nil
                    if scalar == newline { lastNonblank = newline }
                }
                isEscaped = scalar == "\\" && closing == "\"" && !isEscaped
                before = scalar
                continue
            }
            if isSign(before), !(starts.contains(scalar) || isSign(scalar)) {
                throw ScenarioError(
                    .malformedYAML, line: line, "anchors and aliases (& and *) are not supported",
                    remedy: "write the full value, or put it in quotation marks")
            }
            if scalar == "\"" || scalar == "'", openers.contains(lastNonblank) {
                end = scalar
            } else if scalar == "#", before == newline || blanks.contains(before) {
                end = newline
            } else if !blanks.contains(scalar) {
                lastNonblank = scalar
            }
            // The character is an anchor or alias only at the start of a value.
            before = isSign(scalar) && !starts.contains(before) ? "\0" : scalar
            result.append(scalar)
        }
        return String(result)
    }

    /// The characters that can precede an anchor or alias. If one of these characters follows `&` or `*`, the
    /// `&` or `*` is ordinary text.
    private static let starts = Array(" \t\r\n\u{85}\u{2028}\u{2029}\u{FEFF}[]{},:-?\"'".unicodeScalars)
    private static let blanks = Array(" \t\r".unicodeScalars)
    /// The characters after which a quotation mark begins quoted text.
    private static let openers = Array("\n[{,:-?".unicodeScalars)

    private static func isSign(_ scalar: Unicode.Scalar) -> Bool { scalar == "&" || scalar == "*" }

    /// The placeholders for `&` and `*`. They are noncharacters, which Unicode reserves for internal use by
    /// programs.
    private static let placeholders: [Unicode.Scalar: Unicode.Scalar] = [
        "&": Unicode.Scalar(0xFDD0 as UInt32) ?? "&", "*": Unicode.Scalar(0xFDD1 as UInt32) ?? "*",
    ]
    private static let originals = Dictionary(placeholders.map { ($1, $0) }) { first, _ in first }

    private static func masked(_ scalar: Unicode.Scalar) -> Unicode.Scalar { placeholders[scalar] ?? scalar }

    /// Returns the text of a value, with `&` and `*` instead of their placeholders.
    private static func unmasked(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { result.append(originals[scalar] ?? scalar) }
        return String(result)
    }
}
