import SimulationKit
import TagDumps
import TagKit
import TagSimulator
import TestSupport
import Testing

@Suite("What is refused before the first write")
struct RefusalTests {
    static let message = TagBench.message(20)

    /// A defect of an NTAG213, and the code that reports it.
    struct Wrong: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var code: TagError.Code
        var area: [UInt8] = hex("01 03 A0 0C 34 03 00 FE")
        var change: @Sendable (inout [UInt8]) -> Void
    }

    static let wrongs = [
        Wrong(testDescription: "static lock bit of page 6", code: .readOnly) { $0[10] = 0x40 },
        Wrong(testDescription: "static lock bit of page 8", code: .readOnly) { $0[11] = 0x01 },
        Wrong(testDescription: "container read-only", code: .readOnly) { $0[15] = 0x0F },
        Wrong(testDescription: "container closed to phones", code: .unusableMessage) { $0[15] = 0x80 },
        Wrong(testDescription: "password from page 4", code: .passwordProtected) { $0[41 * 4 + 3] = 4 },
        Wrong(testDescription: "password from page 9", code: .passwordProtected) { $0[41 * 4 + 3] = 9 },
        Wrong(testDescription: "password for reading too", code: .passwordProtected) {
            $0[41 * 4 + 3] = 4
            $0[42 * 4] = 0x80
        },
        Wrong(testDescription: "mirror of the UID", code: .mirrorOn) {
            $0[41 * 4] = 0x44
            $0[41 * 4 + 2] = 6
        },
        Wrong(testDescription: "container of zeros", code: .wrongContainer) {
            $0.replaceSubrange(12..<16, with: [0, 0, 0, 0])
        },
        Wrong(testDescription: "container of others", code: .wrongContainer) {
            $0.replaceSubrange(12..<16, with: hex("F1 10 FF EE"))
        },
        Wrong(
            testDescription: "another message", code: .holdsAnotherMessage,
            area: hex("01 03 A0 0C 34 03 08 D1 01 04 55 05 31 31 32 FE")
        ) { _ in },
        Wrong(testDescription: "a container that claims 8 bytes", code: .tooSmall) { $0[14] = 1 },
    ]

    @Test("refuses, and writes nothing", arguments: wrongs)
    func refuses(wrong: Wrong) async throws {
        var bench = TagBench(.ntag213, area: wrong.area, change: wrong.change)
        let before = bench.pages
        let outcome = await bench.write(.message(Self.message), [])
        #expect(outcome.error?.code == wrong.code)
        #expect(outcome.error?.remedy.isEmpty == false)
        #expect(outcome.counts.pageWrites == 0)
        #expect(bench.pages == before)
    }

    @Test(
        "a container that restricts reading is reported, and only force writes a message to the tag",
        arguments: [0x10, 0x80, 0xF0] as [UInt8])
    func closedToPhones(access: UInt8) async throws {
        let empty = hex("01 03 A0 0C 34 03 00 FE")
        var bench = TagBench(.ntag213, area: empty) { $0[15] = access }
        let snapshot = try await bench.inspect()
        #expect(snapshot.findings == [.containerNotReadable])
        #expect(snapshot.findings.map(\.summary) == [snapshot.phoneUse.reason])
        for goal in [ProgrammingGoal.message(Self.message), .restore(area: empty)] {
            let refused = await bench.write(goal)
            #expect(refused.error?.code == .unusableMessage)
            #expect(refused.error?.forcing == .anyway)
            #expect(refused.counts.pageWrites == 0)
        }
        #expect(await bench.write(.message(Self.message), .force).error == nil)
        #expect(try await bench.inspect().message == Self.message)
        #expect(await bench.write(.message(Self.message)).error?.code == .unusableMessage)
        #expect(await bench.write(.erase).error == nil)
    }

    @Test(
        "block-lock bits that keep pages writable are reported",
        arguments: [
            (10, 0x01, "page 3, the CC"), (10, 0x06, "page 4 and other pages"),
            (162, 0x01, "pages 16-17 and other pages"), (162, 0x20, "pages 36-37 and other pages"),
        ] as [(Int, UInt8, String)])
    func frozenLocks(address: Int, bits: UInt8, pages: String) async throws {
        var bench = TagBench(.ntag213, area: hex("01 03 A0 0C 34 03 00 FE")) { $0[address] = bits }
        let finding = TagFinding.lockFrozen(reason: "block-lock bits keep \(pages) permanently writable")
        #expect(try await bench.inspect().findings == [finding])
        // The tag can still be written; only a permanent lock is impossible.
        #expect(await bench.write(.message(Self.message), []).error == nil)
    }

    @Test("block-lock bits of pages that are already locked are harmless")
    func closedLocks() async throws {
        let bench = TagBench(.ntag213, area: hex("01 03 A0 0C 34 03 00 FE")) {
            ($0[10], $0[11]) = (0xFF, 0xFF)
            $0.replaceSubrange(160..<163, with: hex("FF 0F 3F"))
        }
        let findings = try await bench.inspect().findings
        #expect(!findings.contains { if case .lockFrozen = $0 { true } else { false } })
    }

    @Test("says all that it finds at once")
    func saysAll() async throws {
        var bench = TagBench(.ntag213, area: hex("03 08 D1 01 04 55 05 31 31 32 FE")) {
            $0[10] = 0x40
            $0[41 * 4 + 3] = 5
        }
        let error = try #require(await bench.write(.message(Self.message), []).error)
        #expect(error.code == .readOnly)
        #expect(error.reason.contains("protected by a password"))
        #expect(error.reason.contains("contains another message"))
    }

    @Test("a locked tag that holds the message already is no failure")
    func lockedAndEqual() async throws {
        var bench = TagBench(.ntag213, area: [0x03, UInt8(Self.message.count)] + Self.message + [0xFE]) {
            $0[10] = 0xF8
            $0[11] = 0xFF
        }
        let outcome = await bench.write(.message(Self.message), [])
        #expect(outcome.report?.pagesWritten == 0)
        #expect(try await bench.inspect().state == .readOnly)
    }

    @Test("a dynamic lock bit refuses exactly the pages that it closes", arguments: [16, 18, 39])
    func dynamicLock(page: Int) async throws {
        let long = TagBench.message(130)
        var bench = TagBench(.ntag213, area: hex("01 03 A0 0C 34 03 00 FE")) {
            $0[160 + (page - 16) / 16] = 1 << UInt8((page - 16) / 2 % 8)
        }
        #expect(await bench.write(.message(TagBench.message(20)), []).error == nil)
        let outcome = await bench.write(.message(long))
        #expect(outcome.error?.code == (page <= 38 ? .readOnly : nil) || page == 39)
    }

    @Test("MIFARE Classic is written with --force alone")
    func classic() async throws {
        var bench = TagBench.classic1K
        let refused = await bench.write(.message(Self.message), [])
        #expect(refused.error?.code == .notAllowedHere)
        #expect(refused.error?.reason.contains("iPhones") == true)
        #expect(refused.counts.pageWrites == 0)
        let forced = await bench.write(.message(Self.message), .force)
        #expect(forced.report != nil)
        #expect(try await bench.inspect(.message).message == Self.message)
    }

    @Test(
        "a MIFARE Classic sector that its access bits close is found before the first write",
        arguments: [("078F0F 40", 1), ("7F0788 43", 1), ("078F0F 40", 2), ("7F0788 43", 2)])
    func closedSector(access: String, sector: Int) async throws {
        var image = TagBench.classic1K.tag.image
        guard case .blocks(var blocks) = image.memory else { return #expect(Bool(false), "no blocks") }
        blocks[sector * 4 + 3] = hex("D3F7D3F7D3F7 \(access) FFFFFFFFFFFF")
        image.memory = .blocks(blocks)
        var bench = TagBench.bench(image)
        let outcome = await bench.write(.message(TagBench.message(60)), .force)
        #expect(outcome.error?.code == .readOnly)
        #expect(outcome.counts.pageWrites == 0)
    }

    @Test(
        "a container torn while it was written is finished by formatting",
        arguments: ["E1000000", "E1100000", "00101200"])
    func tornContainer(held: String) async throws {
        for chip in [Type2Chip.ntag213, .ultralight21] {
            let right = TagBench(chip).pages[3]
            let torn = zip(hex(held), right).map { $0 & $1 }
            var bench = TagBench(chip) { $0.replaceSubrange(12..<16, with: torn) }
            #expect(await bench.write(.message(Self.message), []).error?.remedy.contains("format") == true)
            #expect(await bench.write(.format, []).report != nil)
            #expect(bench.pages[3] == right)
            #expect(try await bench.inspect().state == .initialized)
        }
    }

    @Test("a password behind the message hinders nothing", arguments: [12, 20, 39])
    func passwordBehind(page: UInt8) async throws {
        var bench = TagBench(.ntag213, area: hex("01 03 A0 0C 34 03 00 FE")) { $0[41 * 4 + 3] = page }
        #expect(await bench.write(.message(Self.message), []).report != nil)
        #expect(await bench.write(.message(TagBench.message(136))).error?.code == .passwordProtected)
    }

    @Test("bytes that are no NDEF message are not written")
    func noMessage() async throws {
        var bench = TagBench(.ntag213, area: hex("03 00 FE"))
        let outcome = await bench.write(.message(hex("D1 01 FF 55")))
        #expect(outcome.error?.code == .notAllowedHere)
        #expect(outcome.counts.pageWrites == 0)
    }

    /// Chip, TLVs before the message, largest message without and with terminator.
    static let limits: [(Type2Chip, [UInt8], Int)] = [
        (.ntag213, hex("01 03 A0 0C 34"), 137), (.ntag213, [], 142), (.ntag215, [], 492), (.ntag216, [], 868),
        (.ntag203, hex("01 03 A0 10 44"), 137), (.ntag212, hex("01 03 90 0A 34"), 121), (.ntag210, [], 46),
        (.ultralight, [], 46), (.ultralight11, [], 46), (.ultralight21, [], 126),
        (.ultralightC, hex("01 03 A0 10 44"), 137),
    ]

    @Test("the largest message fits, one byte more does not", arguments: limits)
    func exactFit(chip: Type2Chip, front: [UInt8], largest: Int) async throws {
        for (count, fits) in [(largest + 1, false), (largest, true), (largest - 1, true)] {
            var bench = TagBench(chip, area: front + hex("03 00 FE"))
            let message = TagBench.message(count)
            let outcome = await bench.write(.message(message), [])
            #expect((outcome.error == nil) == fits)
            #expect(fits || outcome.error?.code == .tooSmall)
            guard fits else { continue }
            let snapshot = try await bench.inspect()
            #expect(snapshot.message == message)
            #expect(snapshot.capacityBytes == largest)
            #expect(snapshot.dataArea?.isTerminated == (count < largest))
        }
    }
}
