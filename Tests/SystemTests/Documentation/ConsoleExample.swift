import Foundation

/// A command in a document's ```` ```console ```` blocks, and the output that the document shows.
///
/// A line that begins with `$ ` is a command. The lines up to the next command are its combined standard
/// output and standard error. In the output, `…` matches any text in a line, and a line that consists of `…`
/// matches any number of lines. A block with a file name after its language, such as
/// ```` ```yaml first.yaml ````, is a file that readers save.
struct ConsoleExample {
    var line: Int
    var command: String
    var output: [String] = []

    static func all(in document: String) -> [ConsoleExample] {
        var examples: [ConsoleExample] = []
        var inside = false
        for (index, line) in document.components(separatedBy: "\n").enumerated() {
            if line.hasPrefix("```") {
                inside = line == "```console"
            } else if inside, line.hasPrefix("$ ") {
                examples.append(ConsoleExample(line: index + 1, command: String(line.dropFirst(2))))
            } else if inside, !examples.isEmpty {
                examples[examples.count - 1].output.append(line)
            }
        }
        return examples
    }

    /// The contents of the files that a document asks its readers to save, by name.
    static func files(in document: String) -> [String: String] {
        var files: [String: String] = [:]
        var name: String?
        for line in document.components(separatedBy: "\n") {
            if line.hasPrefix("```") {
                let words = line.dropFirst(3).split(separator: " ")
                name = words.count == 2 ? String(words[1]) : nil
            } else if let name {
                files[name, default: ""] += line + "\n"
            }
        }
        return files
    }

    /// Whether `printed` matches the document.
    func matches(_ printed: String) -> Bool {
        let lines = printed.components(separatedBy: "\n").map { $0.trimmingTrailingSpace() }
        let found = lines.last == "" ? lines.dropLast() : lines[...]
        return Self.matches(found, output.map { $0.trimmingTrailingSpace() }[...])
    }

    private static func matches(_ found: ArraySlice<String>, _ expected: ArraySlice<String>) -> Bool {
        guard let pattern = expected.first else { return found.isEmpty }
        if pattern == "…" {
            return (found.startIndex...found.endIndex).contains {
                matches(found[$0...], expected.dropFirst())
            }
        }
        guard let line = found.first, line.matches(pattern: pattern) else { return false }
        return matches(found.dropFirst(), expected.dropFirst())
    }
}

extension String {
    fileprivate func trimmingTrailingSpace() -> String {
        var text = self[...]
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }

    /// Whether the line matches `pattern`, in which each `…` matches any text.
    fileprivate func matches(pattern: String) -> Bool {
        let parts = pattern.components(separatedBy: "…")
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return self == pattern }
        guard count >= first.count + last.count, hasPrefix(first), hasSuffix(last) else { return false }
        var rest = dropFirst(first.count).dropLast(last.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let place = rest.range(of: part) else { return false }
            rest = rest[place.upperBound...]
        }
        return true
    }
}
