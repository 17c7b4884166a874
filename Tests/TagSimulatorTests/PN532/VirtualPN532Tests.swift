import TagDumps
import TestSupport
import Testing

@testable import TagSimulator

private func ntag213(_ uid: String = "04 A1 B2 C3 D4 E5 F6") -> Type2Tag {
    Type2Tag(chip: .ntag213, uid: hex(uid))
}

@Suite("The virtual PN532")
struct VirtualPN532Tests {
    @Test(
        "answers these commands without any tag",
        arguments: [
            ("00 00 6C 69 62", "01 00 6C 69 62"), ("00 01", "01 00"), ("00 02", "01 00"), ("00 06", "01 27"),
            ("02", "03 32 01 06 07"), ("04", "05 00 00 00 80"), ("06 63 02", "07 00"),
            ("06 63 02 63 04", "07 00 80"),
            ("06 12 34", "07 00"), ("08 63 02 80", "09"), ("10 07", "11"), ("12 14", "13"),
            ("14 01 00 00", "15"),
            ("14 01", "15"), ("16 20", "17 00"), ("32 01 01", "33"), ("32 02 00 0B 0A", "33"),
            ("32 04 00", "33"),
            ("32 05 01 00 01", "33"), ("32 0A 59 F4 3F 11 4D 85 61 6F 26 62 87", "33"),
            ("40 01 30 00", "41 27"),
            ("44 00", "45 00"), ("44 01", "45 27"), ("52 00", "53 00"), ("52 02", "53 27"),
            ("54 01", "55 27"),
            ("46 01 00 00", "47 0A"), ("56 00 00 00", "57 01"), ("50 01 00", "51 27"),
            ("4E 01 00 00", "4F 27"),
            ("8A", "8B 00 00"), ("86", "87 27"), ("8C 00", "nothing"),
        ])
    func commands(command: String, answer: String) {
        var talk = ChipTalk()
        #expect(talk.ask(command) == answer)
    }

    @Test(
        "meets unknown and malformed commands with the error frame",
        arguments: [
            "FE", "00", "00 55", "06", "06 63", "08 63 02", "10", "10 09", "12", "14", "14 00", "14 05", "16",
            "32",
            "32 03 00", "32 01", "32 05 01 00", "40", "44", "4A", "4A 00 00", "4A 03 00", "4A 01 05", "52",
            "54", "60",
            "60 01 01", "60 00 01 10", "60 01 00 10", "56",
        ])
    func malformed(command: String) {
        var talk = ChipTalk(ntag213())
        #expect(talk.ask(command) == "error")
    }

    @Test("reads back what was written into a register")
    func registers() {
        var talk = ChipTalk()
        for address in 0x00...0x3F where ![0x31, 0x39, 0x3A, 0x3D].contains(address) {
            let place = spaced([0x63, UInt8(address)])
            talk.ask("08 \(place) 5A")
            #expect(talk.ask("06 \(place)") == "07 5A", "register \(place)")
        }
    }

    @Test("says nothing to frames that are no commands")
    func notACommand() {
        var chip = ChipTalk().chip
        #expect(chip.receive(.ack) == [])
        #expect(chip.receive(.nack) == [])
        #expect(chip.receive(.syntaxError) == [])
        #expect(chip.receive(.information([0xD5, 0x02])) == [.send(.ack), .send(.syntaxError)])
        #expect(chip.receive(.information([0xD4])) == [.send(.ack), .send(.syntaxError)])
    }

    @Test("gives its last answer again after a NACK")
    func repeats() {
        var chip = ChipTalk().chip
        let answer = chip.receive(.information([0xD4, 0x02])).last
        #expect(chip.receive(.nack) == [answer])
    }

    @Test("changes its rate with the host's ACK, and not before")
    func baudRate() {
        var talk = ChipTalk()
        talk.ask("10 07")
        #expect(talk.chip.baudRate == 115_200)
        _ = talk.chip.receive(.ack)
        #expect(talk.chip.baudRate == 921_600)
    }
}

@Suite("The virtual PN532 finds")
struct PN532SearchTests {
    @Test("an NTAG213 and leaves the CRC on")
    func ntag() {
        var talk = ChipTalk(ntag213())
        talk.ask("08 63 02 00 63 03 00")
        #expect(talk.ask("4A 01 00") == "4B 01 01 00 44 00 07 04 A1 B2 C3 D4 E5 F6")
        #expect(talk.ask("06 63 02 63 03 63 05") == "07 80 80 40")
        #expect(talk.ask("04") == "05 00 00 01 01 00 00 00 80")
    }

    @Test("a Type 4 tag with its ATS, unless RATS is not wanted")
    func typeFour() throws {
        let tag = try makeVirtualTag(
            from: #require(.factory(product: "NTAG 424 DNA", uid: hex("04 11 22 33 44 55 66"))))
        var talk = ChipTalk(tag)
        #expect(talk.ask("4A 01 00") == "4B 01 01 03 44 20 07 04 11 22 33 44 55 66 06 77 77 71 02 80")
        #expect(talk.ask("00 06") == "01 00")
        var plain = ChipTalk(tag)
        plain.ask("12 00")
        #expect(plain.ask("4A 01 00") == "4B 01 01 03 44 20 07 04 11 22 33 44 55 66")
        // Without a session, InDataExchange knows only MIFARE commands.
        #expect(plain.ask("40 01 00 A4 04 00") == "error")
        #expect(plain.ask("42 E0 80") == "43 00 06 77 77 71 02 80")
    }

    @Test("a Type 4 tag again and again, deselected or not, also by its UID")
    func again() throws {
        let tag = try makeVirtualTag(
            from: #require(.factory(product: "NTAG 424 DNA", uid: hex("04 11 22 33 44 55 66"))))
        var talk = ChipTalk(selecting: tag)
        let found = "4B 01 01 03 44 20 07 04 11 22 33 44 55 66 06 77 77 71 02 80"
        #expect(talk.ask("4A 01 00") == found)
        #expect(talk.ask("4A 01 00") == found)
        talk.ask("44 00")
        #expect(talk.ask("4A 01 00 88 04 11 22 33 44 55 66") == found)
        talk.ask("52 00")
        #expect(talk.ask("4A 01 00 88 04 11 22 33 44 55 66") == found)
    }

    @Test(
        "no tag of another modulation",
        arguments: ["4A 01 01 00 FF FF 00 00", "4A 01 02 00 FF FF 00 00", "4A 01 03 00", "4A 01 04"])
    func otherModulations(command: String) {
        var talk = ChipTalk(ntag213())
        talk.ask("32 05 00 01 01")
        #expect(talk.ask(command) == "4B 00")
    }

    @Test("nothing after as many attempts as were set, at 3 ms each")
    func attempts() {
        var talk = ChipTalk()
        talk.ask("32 05 00 01 02")
        #expect(talk.ask("4A 01 00") == "4B 00")
        #expect(talk.waited == 9_000)
        // nfcpy reads this register if it got no response at all.
        #expect(talk.ask("06 63 39") == "07 26")
    }

    @Test("a tag that comes while it searches for ever, and the search is over")
    func endless() {
        var talk = ChipTalk()
        #expect(talk.ask("4A 01 00") == "searches")
        #expect(talk.poll() == "searches")
        talk.chip.field.insert(ntag213())
        #expect(talk.poll() == "4B 01 01 00 44 00 07 04 A1 B2 C3 D4 E5 F6")
        #expect(talk.poll() == "nothing")
    }

    @Test(
        "nothing more once the host's ACK or another command has ended the search",
        arguments: [Frame.ack, .information([0xD4, 0x02])])
    func aborted(frame: Frame) {
        var talk = ChipTalk()
        #expect(talk.ask("4A 01 00") == "searches")
        _ = talk.chip.receive(frame)
        talk.chip.field.insert(ntag213())
        #expect(talk.poll() == "nothing")
    }

    @Test("two tags in turn without a word of the collision, and both when two are wanted")
    func two() {
        let first = "01 01 00 44 00 07 04 A1 B2 C3 D4 E5 F6"
        let second = "01 01 00 44 00 07 04 00 00 00 00 00 01"
        var talk = ChipTalk(ntag213(), ntag213("04 00 00 00 00 00 01"))
        talk.ask("32 05 FF 01 01")
        let seen = (0..<4).map { _ in talk.ask("4A 01 00") }
        #expect(Set(seen) == ["4B " + first, "4B " + second])
        #expect(seen[0] != seen[1] && seen[0] == seen[2] && seen[1] == seen[3])

        var both = ChipTalk(ntag213(), ntag213("04 00 00 00 00 00 01"))
        let list = both.ask("4A 02 00")
        #expect(list.hasPrefix("4B 02 01 "))
        // Each tag can be addressed by its number: the other one is put to sleep, and this one is woken.
        let pages = ["40 01 30 00", "40 02 30 00", "40 01 30 00"].map { both.ask($0) }
        #expect(pages[0] == pages[2] && pages[0] != pages[1])
        #expect(pages.allSatisfy { $0.hasPrefix("41 00 04") })
    }

    @Test("by InAutoPoll plain and ISO-DEP tags, each under its own kind")
    func autoPoll() throws {
        let four = try makeVirtualTag(
            from: #require(.factory(product: "NTAG 424 DNA", uid: hex("04 11 22 33 44 55 66"))))
        let plain = "10 0C 01 00 44 00 07 04 A1 B2 C3 D4 E5 F6"
        let dep = "20 12 01 03 44 20 07 04 11 22 33 44 55 66 06 77 77 71 02 80"
        var talk = ChipTalk(ntag213())
        #expect(talk.ask("60 01 01 10") == "61 01 " + plain)
        talk.ask("44 00")
        talk.ask("32 01 00")
        #expect(talk.ask("60 01 01 20") == "61 00")
        var second = ChipTalk(four)
        #expect(second.ask("60 FF 01 20 10") == "61 01 " + dep)
        var two = ChipTalk(ntag213(), four)
        #expect(two.ask("60 01 01 00").hasPrefix("61 02 "))
        var none = ChipTalk()
        #expect(none.ask("60 02 01 00") == "searches")
        #expect(none.poll() == "61 00")
    }

    @Test("a deselected tag only by its name or after a power cycle")
    func deselected() {
        var talk = ChipTalk(selecting: ntag213())
        #expect(talk.ask("44 01") == "45 00")
        #expect(talk.ask("4A 01 00") == "4B 00")
        #expect(talk.ask("4A 01 00 88 04 A1 B2 C3 D4 E5 F6").hasPrefix("4B 01"))
        talk.ask("44 00")
        talk.ask("32 01 00")
        talk.ask("32 01 01")
        #expect(talk.ask("4A 01 00").hasPrefix("4B 01"))
    }
}
