import SimulationKit
import TagKit
import TestSupport
import Testing

@testable import TagSimulator

@Suite("Activation, ISO/IEC 14443-3")
struct ActivationTests {
    static let seven = hex("04 39 91 C2 FC 67 80")

    @Test(
        "gives the UID level by level",
        arguments: [
            ("B0 BB 89 04", 0x08, ["93 20", "B0 BB 89 04 86", "93 70 B0 BB 89 04 86", "08"]),
            (
                "04 39 91 C2 FC 67 80", 0x00,
                [
                    "93 20", "88 04 39 91 24", "93 70 88 04 39 91 24", "04", "95 20", "C2 FC 67 80 D9",
                    "95 70 C2 FC 67 80 D9", "00",
                ]
            ),
            (
                "01 02 03 04 05 06 07 08 09 0A", 0x20,
                [
                    "93 20", "88 01 02 03 88", "93 70 88 01 02 03 88", "24", "95 20", "88 04 05 06 8F",
                    "95 70 88 04 05 06 8F", "24", "97 20", "07 08 09 0A 0C", "97 70 07 08 09 0A 0C", "20",
                ]
            ),
        ])
    func levels(uid: String, sak: Int, talk: [String]) {
        var tag = Activation(uid: hex(uid), atqa: 0x0044, sak: UInt8(sak))
        #expect(tag.receive(.reqa) == .answer(RFFrame([0x44, 0x00])))
        for index in stride(from: 0, to: talk.count, by: 2) {
            #expect(tag.receive(RFFrame(hex(talk[index]))) == .answer(RFFrame(hex(talk[index + 1]))))
        }
        #expect(tag.state == .active)
        #expect(tag.receive(RFFrame(hex("30 00"))) == .command)
    }

    @Test(
        "a frame that does not belong there leads to IDLE, or to HALT when woken from it",
        arguments: [false, true])
    func drops(wasHalted: Bool) {
        let wrong = [
            "93 20", "95 20", "93 70 88 04 39 91 25", "30 00", "50 00", "93", "93 7F 00", "97 20", "26", "52",
        ]
        for (level, frames) in [(0, wrong.filter { $0 != "93 20" }), (1, wrong.filter { $0 != "95 20" })] {
            for frame in frames {
                var tag = ready(level: level, wasHalted: wasHalted)
                let isShort = frame == "26" || frame == "52"
                #expect(tag.receive(RFFrame(hex(frame), bits: isShort ? 7 : nil)) == .silence, "\(frame)")
                #expect(tag.state == (wasHalted ? .halt : .idle), "level \(level), \(frame)")
            }
        }
    }

    @Test("HALT hears WUPA alone; IDLE hears both, and nothing else")
    func requests() {
        var tag = active()
        #expect(tag.receive(.hlta) == .silence)
        #expect(tag.state == .halt)
        #expect(tag.receive(.reqa) == .silence)
        #expect(tag.receive(RFFrame(hex("93 20"))) == .silence)
        #expect(tag.receive(.wupa) == .answer(RFFrame([0x44, 0x00])))
        tag.powerUp()
        for frame in ["30 00", "93 20", "50 00"] { #expect(tag.receive(RFFrame(hex(frame))) == .silence) }
        #expect(tag.state == .idle)
        #expect(tag.receive(.reqa) == .answer(RFFrame([0x44, 0x00])))
    }

    @Test("anticollision with any number of known bits answers with the rest, and only when they match")
    func partial() {
        let own = RFFrame(hex("88 04 39 91 24"))
        for known in 0..<40 {
            let nvb = UInt8((16 + known) / 8) << 4 | UInt8(known % 8)
            let head = RFFrame([0x93, nvb]).bits
            var tag = ready(level: 0, wasHalted: false)
            let right = RFFrame(bits: head + own.bits.prefix(known))
            #expect(tag.receive(right) == .answer(RFFrame(bits: Array(own.bits.dropFirst(known)))))
            guard known > 0 else { continue }
            var other = Array(own.bits.prefix(known))
            other[known - 1].toggle()
            #expect(tag.receive(RFFrame(bits: head + other)) == .silence)
            #expect(tag.state == .idle)
        }
    }

    @Test("two tags in one field are both found, one after the other", arguments: propertySeeds)
    func twoTags(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let uids = [0, 1].map { _ in [0x04] + generator.bytes(6) }
        // The more bytes they share, the later they collide.
        let shared = Int.random(in: 0..<7, using: &generator)
        let second = Array(uids[0].prefix(shared) + uids[1].dropFirst(shared))
        guard second != uids[0] else { return }
        var field = VirtualField([
            Type2Tag(chip: .ntag213, uid: uids[0]), Type2Tag(chip: .ntag213, uid: second),
        ])
        field.switchOn()
        let first = field.activate()
        _ = field.exchange(.hlta)
        let other = field.activate()
        #expect(Set([first?.uid, other?.uid]) == [uids[0], second])
        _ = field.exchange(.hlta)
        #expect(field.activate() == nil)
    }

    @Test("with two tags and no HLTA a plain selection alternates between them")
    func alternates() {
        let uids = [Self.seven, hex("04 E2 0B 66 10 02 89")]
        var field = VirtualField(uids.map { Type2Tag(chip: .ntag213, uid: $0) })
        field.switchOn()
        let found = (0..<4).map { _ in field.activate()?.uid }
        #expect(found[0] != found[1] && found[0] == found[2] && found[1] == found[3])
    }

    private func ready(level: Int, wasHalted: Bool) -> Activation {
        var tag = wasHalted ? active() : Activation(uid: Self.seven, atqa: 0x0044, sak: 0x00)
        if wasHalted { _ = tag.receive(.hlta) }
        _ = tag.receive(.wupa)
        if level == 1 { _ = tag.receive(RFFrame(hex("93 70 88 04 39 91 24"))) }
        return tag
    }

    private func active() -> Activation {
        var tag = Activation(uid: Self.seven, atqa: 0x0044, sak: 0x00)
        for frame in [.reqa, RFFrame(hex("93 70 88 04 39 91 24")), RFFrame(hex("95 70 C2 FC 67 80 D9"))] {
            _ = tag.receive(frame)
        }
        return tag
    }
}
