import Foundation
public import Testing

/// A PDF file that is read with Poppler's programs.
public struct PDFFile: Sendable {
    /// The properties that `pdfinfo` prints, by label.
    public let properties: [String: String]
    /// The texts of the pages, with their layout.
    public let pages: [String]
    /// The structure elements with their texts, as `pdfinfo -struct-text` prints them.
    public let structure: String

    /// Reads a file.
    ///
    /// - Throws: Foundation's error if a program cannot be started.
    public init(_ bytes: [UInt8]) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pdf-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(bytes).write(to: folder.appending(path: "file.pdf"))
        let info = try await Self.output("pdfinfo file.pdf", folder)
        properties = Dictionary(
            info.split(separator: "\n").compactMap { line in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                let value = line[line.index(after: colon)...].drop { $0 == " " }
                return (String(line[..<colon]), String(value))
            }, uniquingKeysWith: { first, _ in first })
        let text = try await Self.output("pdftotext -layout file.pdf -", folder)
        // Each page ends with a form feed.
        pages = text.split(separator: "\u{C}", omittingEmptySubsequences: false).dropLast().map(String.init)
        structure = try await Self.output("pdfinfo -struct-text file.pdf", folder)
    }

    /// The text of all pages.
    public var text: String { pages.joined(separator: "\n") }

    /// Whether Poppler is installed.
    public static let isReadable = ["pdfinfo", "pdftotext"].allSatisfy { program in
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
    }

    /// The note of a test that needs the libraries and Poppler.
    public static let missing: Comment =
        "libpangocairo-1.0-0 or poppler-utils is not installed: run scripts/install peers"

    private static func output(_ line: String, _ folder: URL) async throws -> String {
        let run = try await ProgramRun.shell(line, in: folder)
        guard run.exitCode == 0 else { throw PDFFileError(output: run.standardError) }
        return run.standardOutput
    }
}

/// Poppler's message about a file that it cannot read.
public struct PDFFileError: Error {
    /// The output of the program.
    public let output: String
}
