import BenchmarkTable
import Foundation
import TagDumps
import TagKit
import TagReaders
import TagSimulator

/// Measures programming one blank NTAG213: RF data commands, page writes, and modeled time at 115,200 Bd after the
/// reader is opened. The same virtual PN532 serves tapctl's code and its peers, through the real libnfc or nfcpy.
@main struct Programming {
    static let url = "https://appclip.tap.giving/WoodlandsChurch?f=1&r=1"

    static func main() async throws {
        let message = try NDEFMessage([URIRecord(url).record()]).encoded()
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "tapctl-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        var table = BenchmarkTable(
            "a giving URL on a blank NTAG213 (\(url))",
            columns: ["", "commands", "writes", "modelled ms", "limit"])
        let blank = try VirtualReader(VirtualField([blankTag()]))
        defer { blank.stop() }

        let first = try await tapctl(message, on: blank)
        table.add(row("tapctl, write and read back", first, "17, 13, 160"), holds: fits(first, 17, 13, 160))
        let again = try await tapctl(message, on: blank)
        table.add(row("tapctl, the same again", again, "0 writes"), holds: again.pageWrites == 0)
        let snapshot = try await tapctl(nil, on: blank)
        table.add(row("tapctl, tag read", snapshot, "2 commands"), holds: snapshot.dataCommands <= 2)

        try await batches(in: folder, into: &table)

        let written = try dump(of: blank.field.tags, to: folder)
        for (name, command) in peers(dump: written, in: folder) {
            let reader = try VirtualReader(VirtualField([blankTag()]))
            defer { reader.stop() }
            _ = try Peer.run(
                "/bin/bash", ["-c", command],
                environment: [
                    "LIBNFC_DEVICE": reader.connstring, "LIBNFC_LOG_LEVEL": "0", "PORT": reader.path,
                ])
            table.add(row(name, reader.statistics, "peer"))
        }
        print("(a peer's time includes its opening and, for nfcpy, 921,600 Bd)")
        table.printAndExit()
    }

    /// Returns a blank tag in factory state, always with the same UID.
    static func blankTag() throws -> any VirtualTag {
        guard
            let image = TagImage.factory(product: "NTAG213", uid: [0x04, 0xE1, 0x41, 0x12, 0x4C, 0x28, 0x80])
        else { preconditionFailure("NTAG213 is a known product") }
        return try makeVirtualTag(from: image.signedBySimulator)
    }

    /// Inspects, plans, writes and reads back like `tag write`; without a message, inspects like `tag read`.
    static func tapctl(_ message: [UInt8]?, on virtual: VirtualReader) async throws -> ReaderStatistics {
        let reader = try await LibNFCReader.open(connstring: virtual.connstring)
        let opened = virtual.statistics
        let session = TagSession(reader)
        if let message {
            let snapshot = try await session.inspect(.writing(messageBytes: message.count))
            _ = try await session.execute(ProgrammingPlan(snapshot, .message(message)))
        } else {
            _ = try await session.inspect(.message)
        }
        let done = virtual.statistics
        await reader.close()
        return done.since(opened)
    }

    /// Writes the first tag's pages to a binary file for nfc-mfultralight, and returns its path.
    static func dump(of tags: [any VirtualTag], to folder: URL) throws -> String {
        guard case .pages(let pages)? = tags.first?.image.memory else { return "" }
        let file = folder.appending(path: "written.mfd")
        try Data(pages.flatMap { $0 ?? [0, 0, 0, 0] }).write(to: file)
        return file.path
    }

    static func peers(dump: String, in folder: URL) -> [(String, String)] {
        let python = Peer.projectFolder.appending(path: ".venv-peers/bin/python").path
        let script = Peer.projectFolder.appending(path: "Tests/SystemTests/Peers/nfcpy_tag.py").path
        return [
            ("nfcpy, write", "'\(python)' '\(script)' \"$PORT\" '\(url)'"),
            ("nfcpy, read", "'\(python)' '\(script)' \"$PORT\""),
            ("nfc-mfultralight w", "printf 'n\\nn\\nn\\nn\\n' | nfc-mfultralight w '\(dump)'"),
            ("nfc-mfultralight r", "nfc-mfultralight r '\(folder.path)/read.mfd'"),
        ]
    }

    static func row(_ name: String, _ figures: ReaderStatistics, _ limit: String) -> [String] {
        [
            name, "\(figures.dataCommands)", "\(figures.pageWrites)",
            String(format: "%.1f", Double(figures.modelledMicroseconds) / 1000), limit,
        ]
    }

    static func fits(_ figures: ReaderStatistics, _ commands: Int, _ writes: Int, _ milliseconds: Int) -> Bool
    {
        figures.dataCommands <= commands && figures.pageWrites == writes
            && figures.modelledMicroseconds <= milliseconds * 1000
    }
}
