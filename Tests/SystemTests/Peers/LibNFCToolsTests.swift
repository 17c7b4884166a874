import Foundation
import TagDumps
import TagSimulator
import TestSupport
import Testing

/// libnfc's own tools over the virtual reader: the real library exchanges all the frames.
@Suite struct LibNFCToolsTests {
    private func run(_ line: String, on reader: VirtualReader, in folder: URL? = nil) async throws
        -> ProgramRun
    {
        try await ProgramRun.shell(
            line, in: folder ?? FileManager.default.temporaryDirectory,
            environment: ["LIBNFC_DEVICE": reader.connstring, "LIBNFC_LOG_LEVEL": "0"])
    }

    @Test("nfc-list sees a virtual NTAG213")
    func list() async throws {
        let reader = try VirtualReader(
            VirtualField([Type2Tag(chip: .ntag213, uid: hex("04 A1 B2 C3 D4 E5 F6"))]))
        defer { reader.stop() }
        let run = try await run("nfc-list", on: reader)
        #expect(run.exitCode == 0)
        #expect(run.standardOutput.contains("1 ISO14443A passive target(s) found:"))
        #expect(run.standardOutput.contains("ATQA (SENS_RES): 00  44"))
        #expect(run.standardOutput.contains("UID (NFCID1): 04  a1  b2  c3  d4  e5  f6"))
        #expect(run.standardOutput.contains("SAK (SEL_RES): 00"))
    }

    @Test("nfc-list sees two tags at once, and an ATS")
    func listTwo() async throws {
        let image = try #require(TagImage.factory(product: "NTAG 424 DNA", uid: hex("04 11 22 33 44 55 66")))
        let reader = try VirtualReader(
            VirtualField([
                Type2Tag(chip: .ntag215, uid: hex("04 A1 B2 C3 D4 E5 F6")), try makeVirtualTag(from: image),
            ]))
        defer { reader.stop() }
        let run = try await run("nfc-list -t 1", on: reader)
        #expect(run.standardOutput.contains("2 ISO14443A passive target(s) found:"))
        #expect(run.standardOutput.contains("04  a1  b2  c3  d4  e5  f6"))
        #expect(run.standardOutput.contains("04  11  22  33  44  55  66"))
        #expect(run.standardOutput.contains("ATS: 77  77  71  02  80"))
    }

    @Test("nfc-list finds nothing in an empty field, and the next program finds the tag that came")
    func listEmpty() async throws {
        let reader = try VirtualReader(VirtualField())
        defer { reader.stop() }
        let empty = try await run("nfc-list", on: reader)
        #expect(empty.exitCode == 0)
        #expect(!empty.standardOutput.contains("found"))
        reader.change { $0.insert(Type2Tag(chip: .ultralight, uid: hex("04 01 02 03 04 05 06"))) }
        let full = try await run("nfc-list", on: reader)
        #expect(full.standardOutput.contains("1 ISO14443A passive target(s) found:"))
    }

    @Test("nfc-list and nfc-mfultralight read every page of what tapctl wrote")
    func read() async throws {
        let scratch = try ScratchTag(product: "NTAG213")
        defer { scratch.remove() }
        try await scratch.write()
        let reader = try VirtualReader(try scratch.field())
        defer { reader.stop() }
        #expect(
            try await self.run("nfc-list", on: reader).standardOutput.contains("04  a1  b2  c3  d4  e5  f6"))
        let run = try await run("nfc-mfultralight r read.mfd", on: reader, in: scratch.folder)
        #expect(run.exitCode == 0, "\(run.standardOutput)\(run.standardError)")
        #expect(reader.statistics.pageWrites == 0)
        reader.stop()
        let dump = Array(try Data(contentsOf: scratch.folder.appending(path: "read.mfd")))
        guard case .pages(let pages) = try scratch.image().memory else {
            return #expect(Bool(false), "no pages")
        }
        // PWD and PACK, the last two pages, read as zeros.
        #expect(dump.firstRange(of: givingMessage) != nil)
        #expect(dump == pages.dropLast(2).flatMap { $0 ?? [] } + [UInt8](repeating: 0, count: 8))
    }

    @Test("tapctl reads what nfc-mfultralight wrote, with 81 data commands and 40 page writes")
    func write() async throws {
        let source = try ScratchTag(product: "NTAG213")
        try await source.write()
        let scratch = try ScratchTag(product: "NTAG213")
        defer {
            source.remove()
            scratch.remove()
        }
        guard case .pages(let pages) = try source.image().memory else {
            return #expect(Bool(false), "no pages")
        }
        try Data(pages.flatMap { $0 ?? [] }).write(to: scratch.folder.appending(path: "new.mfd"))
        let reader = try VirtualReader(try scratch.field())
        defer { reader.stop() }
        // The tool asks about capability container, lock bytes, dynamic lock bytes and UID.
        let run = try await run(
            "printf 'n\\nn\\nn\\nn\\n' | nfc-mfultralight w new.mfd", on: reader, in: scratch.folder)
        #expect(run.exitCode == 0, "\(run.standardOutput)\(run.standardError)")
        #expect(reader.statistics.dataCommands == 81)
        #expect(reader.statistics.pageWrites == 40)
        reader.stop()
        #expect(try scratch.message() == givingMessage)
        #expect(try await scratch.tappedURL() == givingURL)
    }
}
