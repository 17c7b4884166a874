import Foundation
import TagSimulator
import TestSupport
import Testing

/// nfcpy over the virtual reader: it is independent of libnfc, sets 921,600 Bd, and handles CRCs itself.
@Suite struct NFCPyTests {
    private static let python = SharedFixtures.projectFolder.appending(path: ".venv-peers/bin/python")
    private static let script = SharedFixtures.projectFolder
        .appending(path: "Tests/SystemTests/Peers/nfcpy_tag.py")

    private struct Report: Decodable {
        var product: String
        var uid: String
        var capacity: Int?
        var uris: [String]?
    }

    /// nfcpy's description of the tag on `reader`. Prints a line and returns nil if nfcpy is missing.
    private func run(_ reader: VirtualReader, writing uri: String? = nil) async throws -> Report? {
        guard FileManager.default.fileExists(atPath: Self.python.path) else {
            print("not tested, nfcpy is not installed: run scripts/install peers")
            return nil
        }
        let arguments = [Self.python.path, Self.script.path, reader.path] + (uri.map { [$0] } ?? [])
        let run = try await ProgramRun.shell(
            arguments.map { "'\($0)'" }.joined(separator: " "), in: FileManager.default.temporaryDirectory)
        #expect(run.exitCode == 0, "\(run.standardError)")
        return try JSONDecoder().decode(Report.self, from: Data(run.standardOutput.utf8))
    }

    @Test("writes a blank NTAG213 with 21 data commands and 14 page writes; tapctl reads it")
    func write() async throws {
        let scratch = try ScratchTag(product: "NTAG213")
        defer { scratch.remove() }
        let reader = try VirtualReader(try scratch.field())
        defer { reader.stop() }
        guard let report = try await run(reader, writing: givingURL) else { return }
        #expect(report.product == "NXP NTAG213")
        #expect(report.uid == "04a1b2c3d4e5f6")
        #expect(report.capacity == 137)
        #expect(report.uris == [givingURL])
        #expect(reader.statistics.dataCommands == 21)
        #expect(reader.statistics.pageWrites == 14)
        reader.stop()
        #expect(try scratch.message() == givingMessage)
        #expect(try await scratch.tappedURL() == givingURL)
    }

    @Test(
        "reads what tapctl wrote",
        arguments: [
            "NTAG203", "NTAG213", "NTAG215", "NTAG216", "Mifare Ultralight C", "Mifare Ultralight 21",
            "NTAG 424 DNA",
        ])
    func read(product: String) async throws {
        let scratch = try ScratchTag(product: product)
        defer { scratch.remove() }
        try await scratch.write()
        let reader = try VirtualReader(try scratch.field())
        defer { reader.stop() }
        guard let report = try await run(reader) else { return }
        #expect(report.uris == [givingURL])
        #expect(reader.statistics.pageWrites == 0)
    }

    @Test("writes and reads a Type 4 tag, with ISO-DEP in its own software; tapctl reads it")
    func typeFour() async throws {
        let scratch = try ScratchTag(product: "NTAG 424 DNA")
        defer { scratch.remove() }
        let reader = try VirtualReader(try scratch.field())
        defer { reader.stop() }
        guard let report = try await run(reader, writing: givingURL) else { return }
        #expect(report.uris == [givingURL])
        reader.stop()
        #expect(try scratch.message() == givingMessage)
        #expect(try await scratch.tappedURL() == givingURL)
    }
}
