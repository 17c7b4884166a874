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
        let folder = try Self.folder(with: bytes)
        defer { try? FileManager.default.removeItem(at: folder) }
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

    /// Returns the text of a file as MuPDF reads it, and its warnings.
    ///
    /// - Throws: Foundation's error if the program cannot be started.
    public static func readByMuPDF(_ bytes: [UInt8]) async throws -> (text: String, warnings: String) {
        let folder = try folder(with: bytes)
        defer { try? FileManager.default.removeItem(at: folder) }
        let run = try await ProgramRun.shell("mutool draw -q -F txt file.pdf", in: folder)
        // Debian builds MuPDF without color profiles, which it always warns of.
        let warnings = run.standardError.split(separator: "\n").filter { !$0.contains("ICC support") }
        return (run.standardOutput, warnings.joined(separator: "\n"))
    }

    /// Returns a new folder with the file `file.pdf`.
    private static func folder(with bytes: [UInt8]) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pdf-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: folder.appending(path: "file.pdf"))
        return folder
    }

    /// The text of all pages.
    public var text: String { pages.joined(separator: "\n") }

    /// Whether Poppler is installed.
    public static let isReadable = ["pdfinfo", "pdftotext"].allSatisfy { program in
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
    }

    /// Whether MuPDF is installed.
    public static let isReadableByMuPDF = FileManager.default.isExecutableFile(atPath: "/usr/bin/mutool")

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
