/// ArgumentParser's help text, with a long usage line broken into several lines.
enum HelpText {
    /// The maximum length of a line. Some terminals break a line of 80 characters.
    static let columns = 79

    /// Breaks the usage line between options, so that it fits on a terminal with 80 columns. Other lines stay
    /// the same.
    static func wrapped(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix(usage) && line.count > columns ? broken(line) : String(line)
        }.joined(separator: "\n")
    }

    private static let usage = "USAGE: "

    private static func broken(_ line: Substring) -> String {
        var lines = [""]
        for part in parts(of: line) {
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = part
            } else if last.count + 1 + part.count <= columns {
                lines[lines.count - 1] += " " + part
            } else {
                lines.append(String(repeating: " ", count: usage.count) + part)
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Splits a line into parts that must not be broken. An option and its value form one part, such as
    /// `[--data <folder>]` or `--org <id>`.
    private static func parts(of line: Substring) -> [String] {
        var parts: [String] = []
        var depth = 0
        for word in line.split(separator: " ") {
            let isValue = word.hasPrefix("<") && parts.last?.hasPrefix("--") == true
            if let last = parts.last, depth > 0 || (isValue && !last.contains(" ")) {
                parts[parts.count - 1] = "\(last) \(word)"
            } else {
                parts.append(String(word))
            }
            depth += word.count(where: { $0 == "[" }) - word.count(where: { $0 == "]" })
        }
        return parts
    }
}
