import TestSupport
import Testing

@testable import TagSimulator

@Suite("Type 2 commands")
struct Type2CommandTests {
    /// The commands that each chip supports. All support READ, WRITE and COMP_WRITE.
    @Test("unknown ones are met with silence, known ones are not", arguments: Type2Chip.all)
    func commandSet(chip: Type2Chip) {
        let isEV1 = !chip.version.isEmpty
        let isNTAG21x = ["NTAG213", "NTAG215", "NTAG216"].contains(chip.product)
        let isUltralightEV1 = ["Mifare Ultralight 11", "Mifare Ultralight 21"].contains(chip.product)
        let known: [(command: String, isKnown: Bool)] = [
            ("30 00", true), ("A2 04 01 02 03 04", true), ("A0 04", true),
            ("60", isEV1), ("3A 00 03", isEV1), ("3C 00", isEV1), ("1B FF FF FF FF", isEV1),
            ("39 02", isNTAG21x || isUltralightEV1), ("A5 00 01 00 00 00", isUltralightEV1),
            ("3E 00", isUltralightEV1), ("4B" + String(repeating: " 00", count: 20), isUltralightEV1),
            ("1A 00", chip.product == "Mifare Ultralight C"),
            ("61 00", false), ("C2 FF", false), ("E0 80", false), ("00", false),
        ]
        for (command, isKnown) in known {
            var talk = TagTalk(chip)
            #expect((talk(command) != "silence") == isKnown, "\(command)")
            #expect(isKnown || talk.raw("30 00") == "silence", "\(command) drops the tag out of ACTIVE")
        }
    }

    @Test(
        "of the wrong length are met with silence",
        arguments: [
            "60 00", "30", "30 00 00", "3A", "3A 00", "3A 00 01 02", "A2 04 01 02 03", "A2 04 01 02 03 04 05",
            "A0",
            "39", "39 02 00", "3C", "3C 00 00", "1B FF FF FF", "1B FF FF FF FF FF",
        ])
    func lengths(command: String) {
        var talk = TagTalk(.ntag213)
        #expect(talk.raw(command) == "silence")
        #expect(talk.raw("30 00") == "silence")
        #expect(talk("30 00").hasPrefix("04 39 91 24"))
    }

    @Test("READ gives four pages and rolls over behind the last one", arguments: Type2Chip.all)
    func readRollsOver(chip: Type2Chip) {
        var talk = TagTalk(chip)
        let readable = chip.product == "Mifare Ultralight C" ? 44 : chip.pageCount
        for page in 0..<256 {
            let answer = talk(TagTalk.hexText([0x30, UInt8(page)]))
            guard page < readable else {
                #expect(answer == "NAK 0")
                continue
            }
            let expected = (page..<page + 4).map { shown(chip, talk, page: $0 % readable) }
            #expect(answer == expected.joined(separator: " "))
        }
    }

    @Test("FAST_READ gives exactly the pages from first to last", arguments: [Type2Chip.ntag210, .ntag213])
    func fastRead(chip: Type2Chip) {
        var talk = TagTalk(chip)
        for first in 0..<chip.pageCount + 2 {
            for last in 0..<chip.pageCount + 2 {
                let answer = talk(TagTalk.hexText([0x3A, UInt8(first), UInt8(last)]))
                guard first <= last, last < chip.pageCount else {
                    #expect(answer == "NAK 0", "\(first)...\(last)")
                    continue
                }
                #expect(answer == (first...last).map { shown(chip, talk, page: $0) }.joined(separator: " "))
            }
        }
    }

    /// A page as reads show it: PWD and PACK as zeros.
    private func shown(_ chip: Type2Chip, _ talk: TagTalk, page: Int) -> String {
        let isHidden = !chip.version.isEmpty && page >= chip.pageCount - 2
        return isHidden ? "00 00 00 00" : talk.page(page)
    }

    @Test("WRITE takes every user page, and answers ACK", arguments: Type2Chip.all)
    func write(chip: Type2Chip) {
        var talk = TagTalk(chip)
        for page in 4...chip.lastUserPage {
            let command = TagTalk.hexText([0xA2, UInt8(page), 0xDE, 0xAD, UInt8(page), 0xEF])
            #expect(talk.raw(command) == "ACK")
            #expect(talk.page(page) == TagTalk.hexText([0xDE, 0xAD, UInt8(page), 0xEF]))
        }
    }

    @Test("WRITE refuses the UID and pages that are not there", arguments: Type2Chip.all)
    func writeRefused(chip: Type2Chip) {
        var talk = TagTalk(chip)
        for page in [0, 1] + Array(chip.pageCount..<256) {
            #expect(talk(TagTalk.hexText([0xA2, UInt8(page), 1, 2, 3, 4])) == "NAK 0")
            #expect(talk.raw("30 00") == "silence")
        }
        #expect(talk.page(0) == "04 39 91 24")
    }

    @Test("COMP_WRITE takes sixteen bytes and writes four")
    func compatibilityWrite() {
        var talk = TagTalk(.ultralight)
        #expect(talk.raw("A0 04") == "ACK")
        #expect(talk.raw("01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10") == "ACK")
        #expect(talk.page(4) == "01 02 03 04")
        #expect(talk.page(5) == "00 00 00 00")
        #expect(talk("A0 00") == "NAK 0")
        #expect(talk("A0 05") == "ACK")
        #expect(talk.raw("30 00") == "silence", "a command in place of the data")
        #expect(talk.page(5) == "00 00 00 00")
    }

    @Test("GET_VERSION, READ_SIG and the counters of Ultralight EV1")
    func ultralightEV1() {
        var talk = TagTalk(.ultralight11)
        #expect(talk("60") == "00 04 03 01 01 00 0B 03")
        #expect(talk("3C 00") == TagTalk.hexText([UInt8](repeating: 0, count: 32)))
        #expect(talk("3C 01") == "NAK 0")
        #expect(talk("39 00") == "00 00 00")
        #expect(talk("A5 00 02 01 00 FF") == "ACK")
        #expect(talk("39 00") == "02 01 00")
        #expect(talk("A5 00 FD FE FF 00") == "ACK")
        #expect(talk("39 00") == "FF FF FF")
        #expect(talk("A5 00 01 00 00 00") == "NAK 4")
        #expect(talk("A5 03 01 00 00 00") == "NAK 0")
        #expect(talk("39 03") == "NAK 0")
        #expect(talk("3E 00") == "BD")
        #expect(talk("3E 03") == "NAK 0")
        #expect(talk("4B" + String(repeating: " 00", count: 20)) == "05")
    }

    @Test(
        "the counter page takes a first value, then steps of at most 15",
        arguments: [Type2Chip.ntag203, .ultralightC])
    func counterPage(chip: Type2Chip) {
        var talk = TagTalk(chip)
        #expect(talk("A2 29 FE FF 00 00") == "ACK")
        #expect(talk.page(41) == "FE FF 00 00")
        #expect(talk("A2 29 F1 00 00 00") == "ACK", "only the low four bits count")
        #expect(talk.page(41) == "FF FF 00 00")
        #expect(talk("A2 29 01 00 00 00") == "NAK 4")
        #expect(talk.page(41) == "FF FF 00 00")
    }

    @Test("Ultralight C: the first half of the authentication, and no second one")
    func ultralightC() {
        var talk = TagTalk(.ultralightC)
        #expect(talk.raw("1A 00").hasPrefix("AF "))
        #expect(talk.raw("AF" + String(repeating: " 00", count: 16)) == "NAK 0")
        #expect(talk("AF" + String(repeating: " 00", count: 16)) == "silence", "without a first half")
    }

    @Test("counterfeits are silent where a good chip answers, and short memory shows itself again")
    func counterfeits() {
        var silent = TagTalk(.ntag213, defects: [.noGetVersion])
        #expect(silent("60") == "silence")
        #expect(silent("3A 00 01") != "silence")
        var slow = TagTalk(.ntag213, defects: [.noFastRead])
        #expect(slow("60") == "00 04 04 02 01 00 0F 03")
        #expect(slow("3A 00 01") == "silence")
        var short = TagTalk(.ntag216, defects: [.shortMemory(pages: 64)])
        #expect(short("30 40") == short("30 00"))
        #expect(short("A2 50 01 02 03 04") == "ACK")
        #expect(short.page(16) == "01 02 03 04")
        var worn = TagTalk(.ntag213, defects: [.stuckPage(5), .wornPage(6)])
        #expect(worn("A2 05 01 02 03 04") == "ACK")
        #expect(worn.page(5) == "34 03 00 FE")
        #expect(worn("A2 06 01 02 03 04") == "NAK 5")
    }
}
