import Yams

extension ScenarioError {
    /// Creates an error that describes a YAML syntax error in plain words.
    ///
    /// libyaml's own description uses terms of the YAML grammar. The error contains this description only if
    /// the problem is not recognized.
    init(_ error: YamlError, in text: String) {
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            if Self.isIndentedWithTab(mark.line, of: text) {
                self.init(
                    .malformedYAML, line: mark.line, "the line is indented with a tab",
                    remedy: "indent with spaces, not tabs")
                return
            }
            let found = Self.sentence(problem, context: context, at: mark)
            self.init(
                .malformedYAML, line: found.place.line, column: found.place.column,
                found.reason, remedy: found.remedy)
        case .reader(_, let offset, _, _):
            let before = offset.map { text.prefix($0) }
            let lines = before?.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) ?? []
            self.init(
                .malformedYAML, line: lines.count, column: lines.last.map { $0.count + 1 } ?? 0,
                "the file contains a control character or another character that YAML does not allow",
                remedy: "remove the character, or type the line again")
        case .duplicatedKeysInMapping(let keys, let context):
            self.init(
                .malformedYAML, line: context.mark.line,
                "the key \(keys.first?.shortened ?? "") appears twice in the same map",
                remedy: "keep only one of the two; docs/scenarios.md has an example")
        default:
            self.init(
                .malformedYAML, line: 0, "the YAML cannot be read: \(error)",
                remedy: "see the example in docs/scenarios.md")
        }
    }

    /// The problem in plain words, with its position in the file and its remedy.
    private typealias Sentence = (place: Mark, reason: String, remedy: String)

    private static func sentence(_ problem: String, context: YamlError.Context?, at mark: Mark) -> Sentence {
        let begin = context?.mark ?? mark
        switch problem {
        case "did not find expected ',' or '}'": return unclosed("map", "{", "}", from: begin, to: mark)
        case "did not find expected ',' or ']'": return unclosed("list", "[", "]", from: begin, to: mark)
        case "found unexpected end of stream", "found unexpected document indicator":
            return (
                begin, "the text that begins here has no closing quotation mark",
                "close the text with the same quotation mark that opens it"
            )
        case "mapping values are not allowed in this context":
            return (
                mark, "another `key: value` is not allowed here",
                "write each `key: value` on its own line with the correct indentation, "
                    + "and put text that contains a colon in quotation marks"
            )
        case "could not find expected ':'":
            return (begin, "the key has no colon", "write `key: value`, with a space after the colon")
        case "did not find expected key":
            return (
                mark, "a key was expected here",
                "indent all keys of a map equally; "
                    + "inside single quotation marks, write '' for an apostrophe"
            )
        case "did not find expected '-' indicator":
            return (
                mark, "a list item was expected here",
                "begin each item with `- `, and indent all items of a list equally"
            )
        case "block sequence entries are not allowed in this context":
            return (mark, "a list item is not allowed here", "begin the list on a new line")
        case "found character that cannot start any token":
            return (mark, "a value cannot begin with this character", "put the value in quotation marks")
        case "found unknown escape character", "did not find expected hexdecimal number",
            "found invalid Unicode character escape code":
            return (
                mark, "the backslash is not followed by a valid escape",
                "use single quotation marks; a backslash has no special meaning in them"
            )
        case "but found another document":
            return (
                mark, "the file contains a second document, after a `---` line",
                "put each scenario into its own file"
            )
        case let problem where problem.hasPrefix("Maximum nesting level"):
            return (
                mark, "lists and maps are nested too deeply", "see the example in docs/scenarios.md"
            )
        default:
            return (
                mark, "the YAML syntax is invalid: \(problem)",
                "check indentation, colons, brackets and quotation marks; docs/scenarios.md has an example"
            )
        }
    }

    private static func unclosed(
        _ kind: String, _ open: String, _ close: String, from begin: Mark, to end: Mark
    ) -> Sentence {
        (
            begin,
            "the \(kind) that begins here has no closing \(close), or a comma is missing before "
                + "line \(end.line), column \(end.column)",
            "separate the entries with commas, and close each \(open) with \(close)"
        )
    }

    /// Returns whether the indentation of a line contains a tab. Lines are numbered from 1.
    private static func isIndentedWithTab(_ line: Int, of text: String) -> Bool {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard lines.indices.contains(line - 1) else { return false }
        return lines[line - 1].prefix { $0 == " " || $0 == "\t" }.contains("\t")
    }
}
