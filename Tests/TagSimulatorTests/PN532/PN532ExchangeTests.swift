import SimulationKit
import TagDumps
import TestSupport
import Testing

@testable import TagSimulator

private func ntag213() -> Type2Tag { Type2Tag(chip: .ntag213, uid: hex("04 A1 B2 C3 D4 E5 F6")) }

@Suite("InDataExchange")
struct InDataExchangeTests {
    @Test("reads and writes a Type 2 tag; the ACK is status 00 without data")
    func typeTwo() {
        var talk = ChipTalk(selecting: ntag213())
        #expect(talk.ask("40 01 30 04") == "41 00 01 03 A0 0C 34 03 00 FE 00 00 00 00 00 00 00 00")
        #expect(talk.ask("40 01 A2 06 01 02 03 04") == "41 00")
        #expect(talk.ask("40 01 A0 07 05 06 07 08 00 00 00 00 00 00 00 00 00 00 00 00") == "41 00")
        #expect(talk.ask("40 01 30 06") == "41 00 01 02 03 04 05 06 07 08 00 00 00 00 00 00 00 00")
    }

    @Test(
        "knows MIFARE commands alone, and does not ask the tag about others",
        arguments: [
            "60", "3A 00 03", "1B FF FF FF FF", "3C 00", "39 02", "1A 00", "30", "30 04 00", "A2 04", "AF 00",
            "00 A4 04 00", "50 00", "",
        ])
    func unknown(command: String) {
        var talk = ChipTalk(selecting: ntag213())
        let before = talk.chip.field.counts
        #expect(talk.ask("40 01 \(command)") == "error")
        #expect(talk.chip.field.counts == before)
        #expect(talk.ask("40 01 30 00").hasPrefix("41 00"))
    }

    @Test("reports a NAK as status 13 at once; the tag has to be selected again")
    func nak() {
        var talk = ChipTalk(selecting: ntag213())
        #expect(talk.ask("40 01 30 FF") == "41 13")
        #expect(talk.waited == 0)
        #expect(talk.ask("40 01 30 00") == "41 01")
        #expect(talk.waited == 51_200)
        talk.ask("4A 01 00")
        #expect(talk.ask("40 01 30 00").hasPrefix("41 00"))
    }

    @Test(
        "waits as long as requested",
        arguments: [(1, 100), (7, 6_400), (0x0A, 51_200), (0x10, 3_276_800)])
    func timeout(code: UInt8, microseconds: Int) {
        var talk = ChipTalk(selecting: ntag213())
        talk.chip.field.takeAway()
        talk.ask("32 02 00 0B \(spaced([code]))")
        #expect(talk.ask("40 01 30 00") == "41 01")
        #expect(talk.waited == microseconds)
    }

    @Test("never answers if it was asked to wait for ever")
    func endless() {
        var talk = ChipTalk(selecting: ntag213())
        talk.ask("32 02 00 0B 00")
        #expect(talk.ask("40 01 30 00") == "nothing")
    }

    @Test("does not hear a WRITE's ACK behind the deadline, though the page is written")
    func tooLate() {
        var talk = ChipTalk(selecting: ntag213())
        talk.ask("32 02 00 0B 06")  // 3.2 ms; the page takes 4.1 ms
        #expect(talk.ask("40 01 A2 06 01 02 03 04") == "41 01")
        #expect(talk.ask("40 01 30 06").hasPrefix("41 00 01 02 03 04"))
    }

    @Test("repeats a command without a response as often as requested")
    func retries() {
        var talk = ChipTalk(selecting: ntag213())
        talk.chip.field.faults.faults[.command(0)] = .answerLost
        talk.ask("32 04 01")
        #expect(talk.ask("40 01 30 00").hasPrefix("41 00 04 A1"))
        #expect(talk.waited == 51_200)
    }

    @Test("reports a damaged answer as a CRC error")
    func damaged() {
        var talk = ChipTalk(selecting: ntag213())
        talk.chip.field.faults.faults[.command(0)] = .bitError(bit: 9)
        #expect(talk.ask("40 01 30 00") == "41 02")
    }

    @Test("opens a MIFARE Classic's sector with its key, and says 14 to a wrong one")
    func classic() throws {
        let tag = try makeVirtualTag(
            from: #require(.factory(product: "Mifare Classic 1K", uid: hex("01 02 03 04"))))
        var talk = ChipTalk(selecting: tag)
        #expect(talk.ask("40 01 30 04") == "41 13")
        talk.ask("4A 01 00")
        #expect(talk.ask("40 01 60 04 A0 A1 A2 A3 A4 A6 01 02 03 04") == "41 14")
        talk.ask("4A 01 00")
        #expect(talk.ask("40 01 60 04 FF FF FF FF FF FF 01 02 03 04") == "41 00")
        #expect(talk.ask("40 01 30 04").hasPrefix("41 00"))
        #expect(talk.ask("40 01 A0 04 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F") == "41 00")
        #expect(talk.ask("40 01 30 04") == "41 00 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F")
        talk.chip.field.takeAway()
        #expect(talk.ask("40 01 60 04 FF FF FF FF FF FF 01 02 03 04") == "41 01")
    }
}

@Suite("InCommunicateThru")
struct InCommunicateThruTests {
    @Test("carries every command with the CRC on")
    func withCRC() {
        var talk = ChipTalk(selecting: ntag213())
        #expect(talk.ask("42 60") == "43 00 00 04 04 02 01 00 0F 03")
        #expect(talk.ask("42 3A 03 04") == "43 00 E1 10 12 00 01 03 A0 0C")
        #expect(talk.ask("42 30 03").hasPrefix("43 00 E1 10 12 00"))
        #expect(talk.ask("42 1B FF FF FF FF") == "43 00 00 00")
    }

    @Test("takes the 4-bit ACK for a CRC error, though the tag has written the page; a NAK too")
    func fourBits() {
        var talk = ChipTalk(selecting: ntag213())
        #expect(talk.ask("42 A2 06 01 02 03 04") == "43 02")
        #expect(talk.ask("42 3A 06 06") == "43 00 01 02 03 04")
        #expect(talk.ask("42 30 FF") == "43 02")
        #expect(talk.ask("42 30 00") == "43 01")
        #expect(talk.waited == 51_200)
    }

    @Test("with the receive CRC off hands over CRCs, and ACK and NAK as one byte of four bits")
    func receiveOff() {
        var talk = ChipTalk(selecting: ntag213())
        talk.ask("08 63 03 00")
        #expect(
            talk.ask("42 60") == "43 00 00 04 04 02 01 00 0F 03 "
                + spaced(CRCA.of(hex("00 04 04 02 01 00 0F 03"))))
        #expect(talk.ask("06 63 3C") == "07 00")
        #expect(talk.ask("42 A2 06 01 02 03 04") == "43 00 0A")
        #expect(talk.ask("06 63 3C") == "07 04")
        #expect(talk.ask("42 30 FF") == "43 00 00")
    }

    @Test("with the transmit CRC off sends what the host made; without a true CRC the tag is silent")
    func transmitOff() {
        var talk = ChipTalk(selecting: ntag213())
        talk.ask("08 63 02 00 63 03 00")
        #expect(talk.ask("42 60 F8 32").hasPrefix("43 00 00 04 04 02"))
        #expect(talk.ask("42 60 F8 33") == "43 01")
    }

    @Test("selects a tag by hand: a short frame, anticollision without CRC, SELECT with it")
    func byHand() {
        var talk = ChipTalk(ntag213())
        talk.ask("32 01 01")
        talk.ask("08 63 02 00 63 03 00 63 3D 07")
        #expect(talk.ask("42 26") == "43 00 44 00")
        talk.ask("08 63 3D 00")
        #expect(talk.ask("42 93 20") == "43 00 88 04 A1 B2 9F")
        talk.ask("08 63 02 80 63 03 80")
        #expect(talk.ask("42 93 70 88 04 A1 B2 9F") == "43 00 04")
        #expect(talk.ask("42 95 70 C3 D4 E5 F6 04") == "43 00 00")
        #expect(talk.ask("42 60").hasPrefix("43 00 00 04"))
    }

    @Test("does the same through the chip's registers")
    func byRegisters() {
        var talk = ChipTalk(selecting: ntag213())
        talk.ask("08 63 31 0C 63 3A 80 63 39 60 63 3D 80")
        #expect(talk.ask("06 63 3A") == "07 08")
        #expect(talk.ask("06 63 39 63 39 63 39 63 3A") == "07 00 04 04 05")
    }

    @Test("hands over 65 pages of FAST_READ, and not 66")
    func buffer() {
        var talk = ChipTalk(selecting: Type2Tag(chip: .ntag216, uid: hex("04 A1 B2 C3 D4 E5 F6")))
        #expect(talk.ask("42 3A 00 40").split(separator: " ").count == 2 + 260)
        #expect(talk.ask("42 3A 00 41") == "43 07")
    }

    @Test("hears nothing in another modulation, with parity off, without a field, and when it sends nothing")
    func silence() {
        for registers in ["63 02 83 63 03 83", "63 0D 10", "63 02 90 63 03 90"] {
            var talk = ChipTalk(selecting: ntag213())
            talk.ask("08 \(registers)")
            #expect(talk.ask("42 60") == "43 01", "registers \(registers)")
        }
        var talk = ChipTalk(selecting: ntag213())
        #expect(talk.ask("42") == "43 01")
        talk.ask("32 01 00")
        #expect(talk.ask("42 60") == "43 01")
    }
}

@Suite("InDataExchange over ISO-DEP")
struct ISODEPSessionTests {
    private func type4() throws -> ChipTalk {
        let tag = try makeVirtualTag(
            from: #require(.factory(product: "NTAG 424 DNA", uid: hex("04 11 22 33 44 55 66"))))
        return ChipTalk(selecting: tag)
    }

    @Test("carries C-APDUs, chained where they are longer than a block")
    func apdus() throws {
        var talk = try type4()
        #expect(talk.ask("40 01 00 A4 04 00 07 D2 76 00 00 85 01 01 00") == "41 00 90 00")
        #expect(talk.ask("40 01 00 A4 00 0C 02 E1 04") == "41 00 90 00")
        let data = (0..<200).map { UInt8($0) }
        #expect(talk.ask("40 01 00 D6 00 00 C8 \(spaced(data))") == "41 00 90 00")
        #expect(talk.ask("40 01 00 B0 00 00 C8") == "41 00 \(spaced(data)) 90 00")
    }

    @Test("takes a command in two parts when the host says that more follows")
    func more() throws {
        var talk = try type4()
        talk.ask("40 01 00 A4 04 00 07 D2 76 00 00 85 01 01 00")
        #expect(talk.ask("40 41 00 A4 00") == "41 00")
        #expect(talk.ask("40 01 0C 02 E1 04") == "41 00 90 00")
    }

    @Test("gives an answer that is longer than the buffer in parts, each but the last with the more bit")
    func longAnswer() throws {
        var answers: [RFFrame: RFFrame] = [RFFrame(hex("E0 50")): RFFrame(hex("02 05"))]
        // Six chained blocks of 61 bytes, the last of 20: the tag answers R(ACK)s in turn.
        let blocks = (0..<6).map { [UInt8](repeating: UInt8($0), count: $0 == 5 ? 20 : 61) }
        answers[RFFrame(hex("02 AA"))] = RFFrame([0x12] + blocks[0])
        var tag = ChainingTag(blocks: blocks)
        tag.answers = answers
        var talk = ChipTalk(selecting: tag)
        let first = talk.ask("40 01 AA")
        #expect(first == "41 40 " + spaced(blocks[0...3].joined()))
        #expect(talk.ask("40 01") == "41 00 " + spaced(blocks[4...5].joined()))
    }

    @Test("says 01 when the tag has left and 0B when it breaks the protocol")
    func errors() throws {
        var talk = try type4()
        talk.chip.field.takeAway()
        #expect(talk.ask("40 01 00 B0 00 00 01") == "41 01")
        let tag = ScriptedTag(
            uid: hex("04 01 02 03 04 05 06"), atqa: 0x0344, sak: 0x20,
            answers: [
                RFFrame(hex("E0 50")): RFFrame(hex("02 05")), RFFrame(hex("02 AA")): RFFrame(hex("03 00")),
                RFFrame(hex("02 BB")): RFFrame(hex("F2 01")), RFFrame(hex("F2 01")): RFFrame(hex("02 77")),
                RFFrame(hex("03 CC")): RFFrame(hex("F2 01")),
            ])
        var broken = ChipTalk(selecting: tag)
        #expect(broken.ask("40 01 AA") == "41 0B")
        // A request for more time is granted.
        #expect(broken.ask("40 01 BB") == "41 00 77")
    }
}

/// A Type 4 tag that answers AA in chained blocks, one for each R(ACK).
private struct ChainingTag: VirtualTag {
    let blocks: [[UInt8]]
    var answers: [RFFrame: RFFrame] = [:]
    private var sent = 0
    private var activation = Activation(uid: hex("04 01 02 03 04 05 06"), atqa: 0x0344, sak: 0x20)

    init(blocks: [[UInt8]]) { self.blocks = blocks }

    mutating func powerUp() { activation.powerUp() }

    mutating func receive(_ frame: RFFrame, tear: TornWrite?) -> RFResponse {
        switch activation.receive(frame) {
        case .answer(let answer): return RFResponse(answer)
        case .silence: return .silence
        case .command: break
        }
        if frame.bytes.count == 1, frame.bytes[0] & 0xF6 == 0xA2, sent + 1 < blocks.count {
            sent += 1
            let chains: UInt8 = sent + 1 < blocks.count ? 0x10 : 0
            return RFResponse(RFFrame([0x02 | chains | frame.bytes[0] & 1] + blocks[sent]))
        }
        return RFResponse(answers[frame])
    }

    var image: TagImage { TagImage(product: "scripted", uid: [], memory: .opaque([])) }
}
