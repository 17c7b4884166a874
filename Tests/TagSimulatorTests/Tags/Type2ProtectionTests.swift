import TestSupport
import Testing

@testable import TagSimulator

@Suite("Password, configuration and counter")
struct Type2ProtectionTests {
    /// AUTH0 `first`, ACCESS as given, password 11 22 33 44 and PACK AA BB on an NTAG213.
    private func protected(first: UInt8, access: UInt8) -> TagTalk {
        TagTalk(
            .ntag213,
            pages: [
                41: TagTalk.hexText([0x04, 0, 0, first]), 42: TagTalk.hexText([access, 0x05, 0, 0]),
                43: "11 22 33 44  AA BB 00 00",
            ])
    }

    @Test(
        "AUTH0 closes its page and all behind it for writes, with PROT for reads too",
        arguments: [0x00, 0x80])
    func authenticationFrom(access: Int) {
        var talk = protected(first: 10, access: UInt8(access))
        for page in 2..<45 where page != 40 && page != 41 && page != 42 {
            let answer = talk(TagTalk.hexText([0xA2, UInt8(page), 0, 0, 0, 0]))
            #expect(answer == (page < 10 ? "ACK" : "NAK 0"), "WRITE \(page)")
            let isReadable = page < 10 || access == 0
            #expect((talk(TagTalk.hexText([0x30, UInt8(page)])) != "NAK 0") == isReadable, "READ \(page)")
            #expect(
                (talk(TagTalk.hexText([0x3A, 0, UInt8(page)])) != "NAK 0") == isReadable,
                "FAST_READ 0...\(page)")
        }
        if access != 0 {
            #expect(
                talk("30 08") == ([8, 9, 0, 1].map { talk.page($0) }.joined(separator: " ")),
                "rolls over at AUTH0")
        }
    }

    @Test("PWD_AUTH opens the session until the tag leaves ACTIVE")
    func session() {
        var talk = protected(first: 0, access: 0x80)
        #expect(talk("30 04") == "NAK 0")
        #expect(talk("1B 11 22 33 45") == "NAK 0")
        #expect(talk("1B 11 22 33 44") == "AA BB")
        #expect(talk.raw("A2 04 01 02 03 04") == "ACK")
        #expect(talk.raw("30 04").hasPrefix("01 02 03 04"))
        #expect(talk.raw("30 2B").hasPrefix("00 00 00 00 00 00 00 00 04 39"), "PWD and PACK read as zeros")
        #expect(talk.raw("FF") == "silence")
        #expect(talk("30 04") == "NAK 0", "the session is lost")
    }

    @Test("AUTHLIM: NAK 0 for wrong passwords, NAK 4 from the last one on, for ever", arguments: 1...7)
    func limit(limit: Int) {
        var talk = protected(first: 0, access: UInt8(limit))
        for attempt in 1...limit {
            #expect(talk("1B 00 00 00 00") == (attempt == limit ? "NAK 4" : "NAK 0"))
            if attempt < limit { talk.powerCycle() }
        }
        talk.powerCycle()
        #expect(talk("1B 11 22 33 44") == "NAK 4")
    }

    @Test("a right password in time clears the count; without a limit nothing is counted")
    func count() {
        var talk = protected(first: 0, access: 2)
        for _ in 0..<3 {
            #expect(talk("1B 00 00 00 00") == "NAK 0")
            #expect(talk("1B 11 22 33 44") == "AA BB")
        }
        talk = protected(first: 0, access: 0)
        for _ in 0..<20 { #expect(talk("1B 00 00 00 00") == "NAK 0") }
        #expect(talk("1B 11 22 33 44") == "AA BB")
    }

    @Test("configuration acts after the next power-up, PWD and PACK at once")
    func takenOver() {
        var talk = TagTalk(.ntag213)
        #expect(talk("A2 2B 01 02 03 04") == "ACK")
        #expect(talk("A2 2C 05 06 00 00") == "ACK")
        #expect(talk("A2 29 04 00 00 04") == "ACK", "AUTH0 = 4")
        #expect(talk("A2 2A C0 05 00 00") == "ACK", "PROT and CFGLCK")
        #expect(talk.raw("30 04") != "NAK 0", "not yet protected")
        #expect(talk.raw("1B 01 02 03 04") == "05 06")
        #expect(talk.raw("A2 29 04 00 00 04") == "ACK", "CFGLCK does not act yet")
        talk.powerCycle()
        #expect(talk("30 04") == "NAK 0")
        #expect(talk("1B 01 02 03 04") == "05 06")
        #expect(talk.raw("A2 29 04 00 00 FF") == "NAK 0", "CFGLCK")
        #expect(talk("1B 01 02 03 04") == "05 06")
        #expect(talk.raw("A2 2B 09 09 09 09") == "ACK", "PWD is not frozen")
    }

    @Test("the NFC counter counts the first read of each power-up, and stops at its end")
    func counter() {
        var talk = TagTalk(.ntag213)
        #expect(talk("39 02") == "NAK 0", "switched off")
        #expect(talk("A2 2A 10 05 00 00") == "ACK")
        talk.powerCycle()
        #expect(talk("39 02") == "00 00 00")
        for _ in 0..<3 { #expect(talk("30 00") != "silence") }
        #expect(talk("3A 00 01") != "silence")
        #expect(talk("39 02") == "01 00 00")
        #expect(talk("39 00") == "NAK 0")
        talk.powerCycle()
        #expect(talk("3A 00 01") != "silence")
        #expect(talk("39 02") == "02 00 00")
        guard var full = talk.tag as? Type2Tag else { return }
        full.counters[2] = 0xFF_FFFF
        talk.tag = full
        talk.powerCycle()
        #expect(talk("30 00") != "silence")
        #expect(talk("39 02") == "FF FF FF")
    }

    @Test("NFC_CNT_PWD_PROT hides the counter until PWD_AUTH")
    func counterNeedsPassword() {
        var talk = protected(first: 0xFF, access: 0x18)
        #expect(talk("39 02") == "NAK 0")
        #expect(talk("1B 11 22 33 44") == "AA BB")
        #expect(talk.raw("39 02") == "00 00 00")
    }

    @Test("Ultralight C: AUTH0 closes, AUTH1 lets reads go free, the key is never read")
    func ultralightC() {
        var both = TagTalk(.ultralightC, pages: [42: "0A 00 00 00", 43: "00 00 00 00"])
        #expect(both("30 0A") == "NAK 0")
        #expect(both("30 08") == [8, 9, 0, 1].map { both.page($0) }.joined(separator: " "))
        #expect(both("A2 0A 00 00 00 00") == "NAK 0")
        var writes = TagTalk(.ultralightC, pages: [42: "0A 00 00 00", 43: "01 00 00 00"])
        #expect(writes("30 0A") != "NAK 0")
        #expect(writes("A2 0A 00 00 00 00") == "NAK 0")
        #expect(writes("30 2C") == "NAK 0")
        #expect(writes("30 2A") == [42, 43, 0, 1].map { writes.page($0) }.joined(separator: " "))
    }
}
