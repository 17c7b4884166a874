import Foundation
import TestSupport

/// The SQL of the stores, read from their sources, without that of migrations and of the simulated processor.
struct StoreStatements {
    /// A statement with values for its interpolations.
    struct Statement: Hashable {
        let file: String
        let line: Int
        /// The statement in one line.
        let text: String

        var place: String { "\(file), line \(line)" }
    }

    private(set) var statements: [Statement] = []
    /// The interpolations without a value, and the parts of statements that are in no statement.
    private(set) var problems: [String] = []

    /// Reads the sources.
    ///
    /// - Parameter values: For each file, the values of the interpolations of its statements. A statement is
    ///   repeated for each group that has values for all of its interpolations.
    init(_ values: [String: [[String: String]]]) throws {
        for file in try Self.files() {
            let source = try String(contentsOf: file, encoding: .utf8)
            read(StringLiterals(source).found, Self.name(of: file), values)
        }
    }

    private mutating func read(
        _ literals: [StringLiterals.Literal], _ file: String, _ values: [String: [[String: String]]]
    ) {
        var found: [String] = []
        var parts: [StringLiterals.Literal] = []
        for literal in literals {
            var texts: [String] = []
            for text in (values[file] ?? [[:]]).compactMap({ Self.text(of: literal, $0) })
            where !texts.contains(text) {
                texts.append(text)
            }
            guard Self.begins(literal, texts) else {
                parts.append(literal)
                continue
            }
            if texts.isEmpty {
                problems.append(
                    "\(file), line \(literal.line): an interpolation has no value: \(literal.text)")
            }
            found += texts
            statements += texts.map { Statement(file: file, line: literal.line, text: $0) }
        }
        for part in parts where Self.isCondition(part) && !found.contains(where: { Self.contains($0, part) })
        {
            problems.append("\(file), line \(part.line): in no statement: \(part.text)")
        }
    }

    /// Returns a literal in one line, or nil if one of its interpolations has no value.
    private static func text(of literal: StringLiterals.Literal, _ values: [String: String]) -> String? {
        var text = ""
        for part in literal.parts {
            switch part {
            case .text(let piece): text += piece
            case .interpolation(let source):
                guard let value = values[oneLine(source)] else { return nil }
                text += value
            }
        }
        return oneLine(text)
    }

    private static func begins(_ literal: StringLiterals.Literal, _ texts: [String]) -> Bool {
        ([literal.text] + texts).contains { text in
            text.drop(while: \.isWhitespace).prefixMatch(of: #/(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/#)
                != nil
        }
    }

    /// Returns whether a literal is part of a statement.
    private static func isCondition(_ literal: StringLiterals.Literal) -> Bool {
        literal.text.contains(#/\?| (?:=|<>|<|>|<=|>=) |\b(?:IS|IN|JOIN)\b/#)
    }

    /// Returns whether a statement contains the text of a literal. Any text may replace its interpolations.
    private static func contains(_ statement: String, _ literal: StringLiterals.Literal) -> Bool {
        var rest = statement[...]
        for piece in oneLine(literal.text).split(separator: "…") {
            guard let place = rest.firstRange(of: piece) else { return false }
            rest = rest[place.upperBound...]
        }
        return true
    }

    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    // MARK: Files

    private static let sources = SharedFixtures.projectFolder.appending(path: "Sources")

    /// Returns the Swift files of the stores, and those of the database's own statements.
    private static func files() throws -> [URL] {
        try FileManager.default.subpathsOfDirectory(atPath: sources.path).sorted().filter { path in
            (path.contains("/Store/") || path.hasPrefix("DatabaseKit/Statements/"))
                && path.hasSuffix(".swift") && !path.hasSuffix("Migrations.swift")
                && !path.hasPrefix("ProcessorSimulator/")
        }.map { sources.appending(path: $0) }
    }

    /// Returns the names of a file's target and of the file, without the extension.
    private static func name(of file: URL) -> String {
        let target = file.path.dropFirst(sources.path.count).split(separator: "/").first ?? ""
        return "\(target)/\(file.deletingPathExtension().lastPathComponent)"
    }
}
