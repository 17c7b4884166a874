import SimulationKit
import TagSimulator
import TestSupport
import TextKit

@testable import TagKit

/// A stranger with a reader, who sends frames to a tag. Each round begins with a power-up.
struct Attack: Sendable {
    /// The tag under attack, which keeps all changes.
    var tag: any VirtualTag
    private let uid: [UInt8]
    private let pageCount: Int
    private let special: [UInt8]

    init(_ tag: Type2Tag, _ chip: Chip) {
        self.tag = tag
        uid = tag.uid
        pageCount = tag.memory.count / 4
        let first = chip.memory?.protection?.pages.lowerBound ?? 4
        special =
            [0, 1, 2, 3, 4, 15, 16, UInt8(chip.memory?.dynamicLocks?.page ?? 5)]
            + (0..<4).map { UInt8(first + $0) }
    }

    /// Returns descriptions of everything that a phone can read: the UID, the container and every user page,
    /// by READ and by FAST_READ.
    static func shown(_ tag: any VirtualTag, _ chip: Chip) async -> [String] {
        let reader = DirectReader(tag)
        let session = TagSession(reader)
        var found: [String] = []
        if let snapshot = try? await session.inspect(.message) {
            found.append(
                "\(snapshot.tag) \(snapshot.chip.product) \(snapshot.state) \(Hex.upper(snapshot.message ?? []))"
            )
        }
        // Page 2 is left out: a stranger may set block-lock bits, which change nothing that is locked.
        let last = chip.memory?.lastUserPage ?? 3
        for page in [0] + stride(from: 3, through: last, by: 4) {
            let answer = (try? await session.ask(.read(page: UInt8(page)))) ?? nil
            let pages = page == 0 ? 2 : min(4, last - page + 1)
            found.append("\(page) \(Hex.upper(answer?.prefix(pages * 4) ?? []))")
        }
        return found
    }

    // MARK: Goes

    /// Runs one round: powers the tag up, selects it and sends the frames. Selects it again after each
    /// refusal.
    mutating func go(_ frames: [[UInt8]]) {
        tag.powerUp()
        select()
        for frame in frames {
            guard frame != Self.powerCycle else {
                tag.powerUp()
                select()
                continue
            }
            let answer = tag.receive(RFFrame(frame), tear: nil)
            if answer.frame == nil || answer.frame?.bitCount == 4 && answer.frame != .ack { select() }
        }
    }

    /// Not a frame: switches the field off and on.
    static let powerCycle: [UInt8] = []

    private mutating func select() {
        for _ in 0..<2 {
            if tag.receive(.wupa, tear: nil).frame != nil { break }
        }
        for (level, part) in cascade.enumerated() {
            let check = part.reduce(0, ^)
            _ = tag.receive(RFFrame([0x93 + UInt8(level) * 2, 0x70] + part + [check]), tear: nil)
        }
    }

    private var cascade: [[UInt8]] { [[0x88] + uid[0..<3], Array(uid[3..<7])] }

    // MARK: Frames

    /// Every known trick, one round each.
    var tricks: [(name: String, frames: [[UInt8]])] {
        let values: [[UInt8]] = [hex("00 00 00 00"), hex("FF FF FF FF"), hex("54 00 06 FF")]
        var tricks: [(String, [[UInt8]])] = []
        for page in UInt8.min...UInt8.max {
            for value in values {
                tricks.append(("WRITE \(page)", [[0xA2, page] + value, Self.powerCycle]))
                tricks.append(
                    (
                        "COMP_WRITE \(page)",
                        [[0xA0, page], value + [UInt8](repeating: 0, count: 12), Self.powerCycle]
                    ))
            }
        }
        for page in UInt8.min...UInt8.max {
            // Pages past the end, through another sector, and after an announced write to a free page.
            tricks.append(
                (
                    "SECTOR_SELECT, WRITE \(page)",
                    [hex("C2 FF"), hex("01 00 00 00"), [0xA2, page, 1, 2, 3, 4]]
                ))
            tricks.append(
                (
                    "COMP_WRITE then WRITE \(page)",
                    [[0xA0, 0x2B], [0xA2, page, 1, 2, 3, 4], Self.powerCycle]
                ))
        }
        for password in Self.commonPasswords {
            for page in special {
                tricks.append(
                    (
                        "PWD_AUTH \(Hex.upper(password)), WRITE \(page)",
                        [[0x1B] + password, [0xA2, page] + hex("00 00 00 00"), Self.powerCycle]
                    ))
            }
        }
        for counter in UInt8(0)...2 {
            tricks.append(
                ("INCR_CNT", [[0xA5, counter, 0xFF, 0xFF, 0xFF, 0], [0x39, counter], [0x3E, counter]]))
        }
        for page in special {
            // Closed for reading: PROT, and AUTH0 in front of it.
            tricks.append(
                (
                    "PROT",
                    [
                        [0xA2, page &+ 1] + hex("80 05 00 00"), [0xA2, page] + hex("04 00 00 00"),
                        Self.powerCycle,
                    ]
                ))
        }
        // Ultralight C's authentication, MIFARE Classic's, HALT and back, a wrong length, VCSL, proprietary commands.
        tricks.append(
            (
                "AUTHENTICATE",
                [hex("1A 00"), [0xAF] + [UInt8](repeating: 0, count: 16), hex("A2 04 01 02 03 04")]
            ))
        tricks.append(("CLASSIC", [hex("60 04"), hex("A0 04"), [UInt8](repeating: 0, count: 16)]))
        tricks.append(("HALT", [hex("50 00"), hex("A2 04 01 02 03 04")]))
        tricks.append(("length", [hex("A2 04 01 02 03"), hex("A2 04 01 02 03 04 05"), hex("A2 04")]))
        tricks.append(("VCSL", [[0x4B] + [UInt8](repeating: 0, count: 20), hex("A2 04 01 02 03 04")]))
        tricks.append(("backdoor", [hex("40"), hex("43"), hex("A2 00 01 02 03 04")]))
        return tricks
    }

    /// Common passwords: NXP's factory value, zeros, digits, and defaults of other tools.
    private static let commonPasswords = [
        "FFFFFFFF", "00000000", "12345678", "01020304", "11223344", "444E4752",
    ].map {
        hex($0)
    }

    /// A round of random commands. About half of them are well-formed writes.
    func randomGo(_ generator: inout SeededGenerator) -> [[UInt8]] {
        (0..<24).map { _ in
            let page =
                Bool.random(using: &generator)
                ? special.randomElement(using: &generator) ?? 4
                : UInt8.random(in: .min ... .max, using: &generator)
            switch Int.random(in: 0..<16, using: &generator) {
            case 0...6: return [0xA2, page] + generator.bytes(4)
            case 7: return [0xA0, page]
            case 8: return generator.bytes(16)
            case 9: return [0x1B] + (Self.commonPasswords.randomElement(using: &generator) ?? [])
            case 10: return [0xA5, page & 3] + generator.bytes(4)
            case 11: return [0x30, page]
            case 12: return [0x3A, page, UInt8(pageCount - 1)]
            case 13: return Self.powerCycle
            case 14:
                return [UInt8.random(in: .min ... .max, using: &generator)] + generator.bytes(Int(page & 7))
            default: return hex("C2 FF")
            }
        }
    }
}
