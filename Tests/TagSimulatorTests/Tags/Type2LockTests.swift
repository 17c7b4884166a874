import TestSupport
import Testing

@testable import TagSimulator

/// Every lock bit and block-lock bit alone, against tables written from the data sheets, not from the code.
@Suite("One-time bits and locks")
struct Type2LockTests {
    /// A chip's lock bits: the pages that each dynamic lock bit locks, and the lock bits that each block-lock
    /// bit freezes.
    struct Map: Sendable, CustomTestStringConvertible {
        var chip: Type2Chip
        var page: Int
        var locks: [(bit: Int, pages: ClosedRange<Int>)]
        var blockLocks: [(bit: Int, frozen: [Int])]
        var testDescription: String { chip.product }
    }

    static let maps: [Map] = [
        Map(
            chip: .ntag213, page: 40,
            locks: (0..<12).map { ($0, (16 + 2 * $0)...(17 + 2 * $0)) },
            blockLocks: (0..<6).map { (16 + $0, [2 * $0, 2 * $0 + 1]) }),
        Map(
            chip: .ntag215, page: 130,
            locks: (0..<7).map { ($0, (16 + 16 * $0)...(31 + 16 * $0)) } + [(7, 128...129)],
            blockLocks: [(16, [0, 1]), (17, [2, 3]), (18, [4, 5]), (19, [6, 7])]),
        Map(
            chip: .ntag216, page: 226,
            locks: (0..<13).map { ($0, (16 + 16 * $0)...(31 + 16 * $0)) } + [(13, 224...225)],
            blockLocks: (0..<7).map { (16 + $0, [2 * $0, 2 * $0 + 1]) }),
        Map(
            chip: .ntag212, page: 36,
            locks: (0..<10).map { ($0, (16 + 2 * $0)...(17 + 2 * $0)) },
            blockLocks: (0..<5).map { (16 + $0, [2 * $0, 2 * $0 + 1]) }),
        Map(
            chip: .ultralight21, page: 36,
            locks: (0..<10).map { ($0, (16 + 2 * $0)...(17 + 2 * $0)) },
            blockLocks: (0..<5).map { (16 + $0, [2 * $0, 2 * $0 + 1]) }),
        Map(
            chip: .ntag203, page: 40,
            locks: [
                (1, 16...19), (2, 20...23), (3, 24...27), (5, 28...31), (6, 32...35), (7, 36...39),
                (12, 41...41),
            ],
            blockLocks: [(0, [1, 2, 3]), (4, [5, 6, 7]), (8, [12])]),
        Map(
            chip: .ultralightC, page: 40,
            locks: [
                (1, 16...19), (2, 20...23), (3, 24...27), (5, 28...31), (6, 32...35), (7, 36...39),
                (12, 41...41),
                (13, 42...42), (14, 43...43), (15, 44...47),
            ],
            blockLocks: [(0, [1, 2, 3]), (4, [5, 6, 7]), (8, [12]), (9, [13]), (10, [14]), (11, [15])]),
    ]

    @Test("each dynamic lock bit closes its own pages", arguments: maps)
    func dynamicLocks(map: Map) {
        for lock in map.locks {
            var talk = TagTalk(map.chip)
            #expect(talk(write(map.page, bit: lock.bit)) == "ACK")
            talk.select()
            for page in 16..<map.chip.pageCount where page != map.page && !isConfiguration(page, of: map.chip)
            {
                let isClosed = lock.pages.contains(page)
                let answer = talk(TagTalk.hexText([0xA2, UInt8(page), 0, 0, 0, 0]))
                #expect(answer == (isClosed ? "NAK 0" : "ACK"), "bit \(lock.bit), page \(page)")
            }
        }
    }

    @Test("each block-lock bit freezes its own lock bits and closes no page", arguments: maps)
    func blockLocks(map: Map) {
        for blockLock in map.blockLocks {
            var talk = TagTalk(map.chip)
            #expect(talk(write(map.page, bit: blockLock.bit)) == "ACK")
            #expect(talk(TagTalk.hexText([0xA2, 16, 1, 2, 3, 4])) == "ACK")
            #expect(talk(TagTalk.hexText([0xA2, UInt8(map.page), 0xFF, 0xFF, 0xFF, 0xFF])) == "ACK")
            let held = hex(talk.page(map.page))
            for lock in map.locks {
                let isSet = held[lock.bit / 8] >> (lock.bit % 8) & 1 == 1
                #expect(isSet != blockLock.frozen.contains(lock.bit), "bit \(lock.bit)")
            }
        }
    }

    @Test("bits without a meaning and the fourth byte stay as they are", arguments: maps)
    func reserved(map: Map) {
        var talk = TagTalk(map.chip)
        let fourth = hex(talk.page(map.page))[3]
        #expect(talk(TagTalk.hexText([0xA2, UInt8(map.page), 0xFF, 0xFF, 0xFF, 0x55])) == "ACK")
        var expected: [UInt8] = [0, 0, 0, fourth]
        for bit in map.locks.map(\.bit) + map.blockLocks.map(\.bit) { expected[bit / 8] |= 1 << (bit % 8) }
        #expect(hex(talk.page(map.page)) == expected)
        #expect(talk(TagTalk.hexText([0xA2, UInt8(map.page), 0, 0, 0, 0])) == "ACK")
        #expect(hex(talk.page(map.page)) == expected, "no bit falls")
    }

    @Test("each static lock bit closes its own page, on every chip", arguments: Type2Chip.all)
    func staticLocks(chip: Type2Chip) {
        for locked in 3...15 {
            var talk = TagTalk(chip)
            #expect(talk(write(2, bit: 16 + locked)) == "ACK")
            talk.select()
            for page in 3...15 {
                let answer = talk(TagTalk.hexText([0xA2, UInt8(page), 0, 0, 0, 0]))
                #expect(answer == (page == locked ? "NAK 0" : "ACK"), "L\(locked), page \(page)")
            }
        }
    }

    @Test(
        "static block-lock bits freeze L3, L4 to L9, L10 to L15",
        arguments: [(0, 3...3), (1, 4...9), (2, 10...15)])
    func staticBlockLocks(bit: Int, frozen: ClosedRange<Int>) {
        var talk = TagTalk(.ntag213)
        #expect(talk(write(2, bit: 16 + bit)) == "ACK")
        #expect(talk("A2 02 FF FF FF FF") == "ACK")
        for locked in 3...15 {
            let answer = talk(TagTalk.hexText([0xA2, UInt8(locked), 0, 0, 0, 0]))
            #expect(answer == (frozen.contains(locked) ? "ACK" : "NAK 0"), "L\(locked)")
        }
        #expect(talk.page(2).hasPrefix("D9 48"), "BCC1 and the internal byte are not written")
    }

    @Test(
        "lock bits act at once, on NTAG203 and Ultralight C with the next request",
        arguments: [(Type2Chip.ntag213, "NAK 0"), (.ntag203, "ACK"), (.ultralightC, "ACK")])
    func moment(chip: Type2Chip, expected: String) {
        var talk = TagTalk(chip)
        #expect(talk.raw("A2 02 00 00 10 00") == "ACK", "L4")
        #expect(talk.raw("A2 04 01 02 03 04") == expected)
        talk.select()
        #expect(talk.raw("A2 04 05 06 07 08") == "NAK 0")
    }

    @Test("a lock bit and its block-lock bit written together are both set")
    func together() {
        var talk = TagTalk(.ntag213)
        #expect(talk("A2 02 00 00 0F 00") == "ACK")
        #expect(talk.page(2) == "D9 48 0F 00")
    }

    @Test("the bits of the CC only rise", arguments: Type2Chip.all)
    func capabilityContainer(chip: Type2Chip) {
        for bit in 0..<32 {
            var talk = TagTalk(chip)
            var expected = hex(talk.page(3))
            #expect(talk(write(3, bit: bit)) == "ACK")
            expected[bit / 8] |= 1 << (bit % 8)
            #expect(hex(talk.page(3)) == expected)
            #expect(talk("A2 03 00 00 00 00") == "ACK")
            #expect(hex(talk.page(3)) == expected)
        }
    }

    @Test("a counterfeit that ignores locks stores them and writes all the same")
    func ignored() {
        var talk = TagTalk(.ntag213, defects: [.locksIgnored])
        #expect(talk("A2 02 00 00 F8 FF") == "ACK")
        #expect(talk.page(2) == "D9 48 F8 FF")
        #expect(talk("A2 04 01 02 03 04") == "ACK")
    }

    private func write(_ page: Int, bit: Int) -> String {
        var data: [UInt8] = [0, 0, 0, 0]
        data[bit / 8] = 1 << (bit % 8)
        return TagTalk.hexText([0xA2, UInt8(page)] + data)
    }

    /// Writing zeros there would protect or lock the tag; they have tests of their own.
    private func isConfiguration(_ page: Int, of chip: Type2Chip) -> Bool {
        chip.configPage.map { page >= $0 } ?? false
    }
}
