extension JSONTree {
    /// The value as JSON text, indented by two spaces per level. The keys are in their original order, and
    /// there is no line break at the end.
    public var text: String { text(indent: "") }

    private func text(indent: String) -> String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let text): text
        case .string(let text): Self.quoted(text)
        case .array(let elements):
            Self.block(Self.filled(elements.map { $0.text(indent: indent + "  ") }), "[", "]", indent)
        case .object(let members):
            Self.block(
                members.map { "\(Self.quoted($0.key)): \($0.value.text(indent: indent + "  "))" }, "{", "}",
                indent)
        }
    }

    /// Returns the lines of a list. Short elements share a line, separated by commas.
    private static func filled(_ elements: [String]) -> [String] {
        elements.reduce(into: []) { lines, element in
            if let last = lines.last, !element.contains("\n"), last.utf8.count + element.utf8.count <= 72 {
                lines[lines.count - 1] = "\(last), \(element)"
            } else {
                lines.append(element)
            }
        }
    }

    private static func block(
        _ lines: [String], _ open: String, _ close: String, _ indent: String
    ) -> String {
        // Short elements are put on one line, as people do.
        let line = lines.joined(separator: ", ")
        if !line.contains("\n"), indent.count + line.count <= 90 {
            return lines.isEmpty ? open + close : "\(open) \(line) \(close)"
        }
        let inner = lines.map { "\(indent)  \($0)" }.joined(separator: ",\n")
        return "\(open)\n\(inner)\n\(indent)\(close)"
    }

    private static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        write(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
