import TagKit
import TagSimulator
import TestSupport
import Testing

@Suite("Which chip it is")
struct ChipTests {
    @Test("every GET_VERSION answer of the table is named; a map agrees with the table's")
    func versions() throws {
        for entry in try GetVersionTable.entries() {
            let chip = Chip(version: hex(entry.version))
            #expect(chip.product != "an unknown Type 2 chip", "\(entry.product)")
            #expect((chip.memory == nil) == (chip.refusal != nil))
            guard let memory = chip.memory, let user = entry.userPages else { continue }
            // NTAG213 TagTamper stores its tamper message on one additional page.
            #expect(memory.pageCount == entry.pages || entry.pages == 46)
            #expect([4, memory.lastUserPage] == user)
            #expect(memory.dynamicLocks?.page == entry.dynamicLockPage)
            if case .configuration(let page) = memory.protection { #expect(page == entry.configPage) }
            if let container = entry.factoryCC { #expect(memory.container == hex(container)) }
        }
    }

    @Test("another maker's byte in a known answer is a copy; anything else is unknown and refused")
    func unknownVersions() {
        let copy = Chip(version: hex("00 77 04 02 01 00 11 03"))
        #expect(copy.isClone)
        #expect(copy.memory == Chip.ntag215.memory)
        let unknown = Chip(version: hex("00 04 09 09 09 00 11 03"))
        #expect(unknown.memory == nil)
        #expect(unknown.refusal != nil)
    }

    @Test("a virtual chip is identified by its responses, also without GET_VERSION", arguments: Type2Chip.all)
    func virtualChips(chip: Type2Chip) async throws {
        let snapshot = try await TagBench(Type2Tag(chip: chip, uid: TagBench.uid)).inspect(.dump)
        #expect(snapshot.chip.memory?.pageCount == chip.pageCount)
        #expect(snapshot.chip.memory?.lastUserPage == chip.lastUserPage)
        #expect(!snapshot.chip.isClone)
        guard case .pages(let pages) = snapshot.memory else {
            Issue.record("no pages")
            return
        }
        #expect(pages.count == chip.pageCount)
        #expect(pages.count { $0 == nil } == (chip.product == "Mifare Ultralight C" ? 4 : 0))
        let blank = chip.factoryMemory(uid: TagBench.uid)[12] == 0
        #expect(snapshot.state == (blank ? .unformatted : .initialized))
        #expect(snapshot.findings == (blank ? [.containerMissing] : []))
    }

    /// ATQA, SAK, the first byte of the UID, and the expected type; nil if the tag is refused.
    static let selections: [(UInt8, UInt8, String?)] = [
        (0x20, 0x04, "Type 4 tag"), (0x08, 0x04, "MIFARE Classic 1K"), (0x18, 0x04, "MIFARE Classic 4K"),
        (0x00, 0x02, "ST25TN"), (0x00, 0x05, "Infineon my-d"), (0x09, 0x04, nil), (0x40, 0x08, nil),
        (0x10, 0x04, nil),
    ]

    @Test("selection alone names what needs no question", arguments: selections)
    func selection(sak: UInt8, maker: UInt8, product: String?) async throws {
        var field = ScriptedReader(SelectedTag(atqa: 0x0044, sak: sak, uid: [maker, 1, 2, 3, 4, 5, 6]))
        field.refusesEverything = true
        do {
            let snapshot = try await TagSession(field).inspect(.message)
            #expect(snapshot.chip.product == product)
        } catch {
            #expect(error.code == .unsupportedTag)
            #expect(product == nil || product == "Type 4 tag")
        }
    }
}

/// A reader with a tag that refuses everything: enough to test what selection alone shows.
struct ScriptedReader: TagReader {
    var tag: SelectedTag
    var refusesEverything = false
    let name = "scripted"
    let capabilities: ReaderCapabilities = [.type2, .type2Extended, .isoDEP, .classic]

    init(_ tag: SelectedTag) { self.tag = tag }

    func select(within limit: Duration) async throws(TagError) -> SelectedTag { tag }
    func reselect() async throws(TagError) {}
    func powerCycle() async throws(TagError) {}
    func send(_ command: TagCommand) async throws(TagError) -> [UInt8] {
        if case .apdu = command { return [0x6A, 0x82] }
        throw TagError(.nak, "the tag refused the command")
    }
    func waitForRemoval(within limit: Duration) async throws(TagError) {}
    func close() async {}
}
