import SimulationKit
import TagKit
import TagSimulator
import TestSupport
import Testing

@Suite("Tags that are not what they claim, and answers that get lost")
struct DoubtfulTagTests {
    static let message = TagBench.message(60)

    private func bench(_ chip: Type2Chip, _ defects: Set<TagDefect>) -> TagBench {
        var tag = Type2Tag(chip: chip, uid: TagBench.uid)
        tag.defects = defects
        return TagBench(tag)
    }

    @Test("a copy without GET_VERSION is named and written")
    func noVersion() async throws {
        var copy = bench(.ntag213, [.noGetVersion])
        #expect(await copy.write(.message(Self.message), []).report != nil)
        let snapshot = try await copy.inspect()
        #expect(snapshot.chip.isClone)
        #expect(snapshot.chip.product.contains("NTAG213"))
        #expect(snapshot.message == Self.message)
    }

    @Test("a chip that refuses FAST_READ is read with READ, and that is said")
    func noFastRead() async throws {
        var copy = bench(.ntag213, [.noFastRead])
        #expect(await copy.write(.message(Self.message), []).report != nil)
        let snapshot = try await copy.inspect()
        #expect(snapshot.message == Self.message)
        #expect(snapshot.findings.contains(.fastReadRefused))
    }

    @Test("memory that wraps is found before a write reaches the lock bytes", arguments: [16, 20, 45, 64])
    func shortMemory(pageCount: Int) async throws {
        for chip in [Type2Chip.ntag213, .ntag215, .ntag216] where chip.pageCount > pageCount {
            var copy = bench(chip, [.shortMemory(pages: pageCount)])
            let before = copy.pages
            let outcome = await copy.write(.message(TagBench.message(min(400, chip.pageCount * 2))), [])
            #expect(outcome.error?.code == .tooSmall)
            #expect(outcome.error?.reason.contains("page \(pageCount) repeats page 0") == true)
            #expect(outcome.counts.pageWrites == 0)
            #expect(copy.pages == before)
        }
    }

    /// A chip, the value of a Lock Control TLV, and true if it is wrong for the chip; `ada215.nfc` is the
    /// NTAG215 case.
    static let lockControls: [(Type2Chip, String, Bool)] = [
        (.ntag213, "A0 0C 34", false), (.ntag213, "A0 10 44", true), (.ntag203, "A0 10 44", false),
        (.ntag203, "A0 0C 34", true), (.ultralightC, "A0 10 44", false), (.ntag215, "A0 10 44", true),
        (.ntag215, "A0 0C 34", true), (.ntag216, "A0 10 44", true), (.ntag216, "A0 0C 34", true),
        (.ultralight21, "90 0A 34", false), (.ultralight21, "40 0A 34", true), (.ntag212, "90 0A 34", false),
    ]

    @Test(
        "a Lock Control TLV that names other bytes than the lock bytes is reported",
        arguments: lockControls.indices)
    func lockControl(index: Int) async throws {
        let (chip, value, isWrong) = Self.lockControls[index]
        let message = TagBench.message(20)
        let area = [0x01, 0x03] + hex(value) + [0x03, UInt8(message.count)] + message + [0xFE]
        let snapshot = try await TagBench(chip, area: area).inspect()
        #expect(snapshot.message == message)
        #expect(snapshot.findings.contains(.lockControlWrong) == isWrong)
    }

    @Test("data that repeats the two pages of the UID is no memory that wraps")
    func copiedPages() async throws {
        let uid = TagBench(.ntag215).pages[..<2].joined()
        let message = TagBench.message(20)
        let area = [0x03, UInt8(message.count)] + message + hex("FE 00") + uid
        let tag = TagBench(.ntag215, area: area)
        let snapshot = try await tag.inspect(.wholeArea)
        #expect(!snapshot.findings.contains { if case .memoryWraps = $0 { true } else { false } })
    }

    @Test("a page that does not take is found, and the tag is left empty", arguments: [6, 9, 20])
    func stuckPage(page: Int) async throws {
        var tag = bench(.ntag213, [.stuckPage(page)])
        let outcome = await tag.write(.message(Self.message), [])
        #expect(outcome.error?.code == .verifyFailed)
        #expect(outcome.error?.reason.contains("page \(page)") == true)
        #expect(try await tag.inspect().message == [])
    }

    @Test("a page that refuses every write stops the plan with an empty message on the tag")
    func wornPage() async throws {
        var tag = bench(.ntag213, [.wornPage(9)])
        let outcome = await tag.write(.message(Self.message), [])
        #expect(outcome.error?.code == .nak)
        #expect(outcome.error?.reason.contains("empty message") == true)
        #expect(try await tag.inspect().message == [])
    }

    @Test(
        "one answer lost or damaged anywhere changes nothing but the number of commands",
        arguments: ["NTAG213", "NTAG 424 DNA", "MIFARE Classic 1K"])
    func lostAnswers(product: String) async throws {
        let kinds = [
            "NTAG213": TagBench(Type2Tag(chip: .ntag213, uid: TagBench.uid)),
            "NTAG 424 DNA": TagBench.typeFour[0].bench, "MIFARE Classic 1K": TagBench.classic1K,
        ]
        let blank = try #require(kinds[product])
        var whole = blank
        let count = await whole.write(.message(Self.message), .force).counts.dataCommands
        let chip = try await whole.inspect().chip
        for n in 0..<count {
            for fault in [FaultPlan.Fault.answerLost, .bitError(bit: 2)] {
                var bench = blank
                let outcome = await bench.write(
                    .message(Self.message), .force, faults: FaultPlan([.command(n): fault]))
                #expect(outcome.report != nil, "command \(n), \(fault)")
                #expect(try await bench.inspect().message == Self.message)
                #expect(try await bench.inspect().chip == chip)
            }
        }
    }
}
