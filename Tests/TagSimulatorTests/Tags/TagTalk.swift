import SimulationKit
import TagDumps
import TagKit
import TestSupport
public import Testing

@testable public import TagSimulator

/// Talks to one tag in hex: `talk("30 00")` is `"04 39 …"`, `"ACK"`, `"NAK 0"` or `"silence"`.
struct TagTalk {
    var tag: any VirtualTag

    /// A tag in a field, selected.
    init(_ tag: some VirtualTag) {
        self.tag = tag
        powerCycle()
    }

    /// A factory-fresh chip, with some pages replaced.
    init(_ chip: Type2Chip, pages: [Int: String] = [:], defects: Set<TagDefect> = []) {
        var tag = Type2Tag(chip: chip, uid: Self.uid)
        for (page, text) in pages {
            tag.memory.replaceSubrange(page * 4..<page * 4 + hex(text).count, with: hex(text))
        }
        tag.defects = defects
        self.init(tag)
    }

    static let uid = hex("04 39 91 C2 FC 67 80")

    /// Switches the field off and on, and selects the tag.
    mutating func powerCycle() {
        tag.powerUp()
        select()
    }

    /// REQA (twice: the first one meets an ACTIVE tag) and the SELECTs, without anticollision.
    mutating func select() {
        if tag.receive(.wupa, tear: nil).frame == nil { _ = tag.receive(.wupa, tear: nil) }
        var rest = tag.image.uid[...]
        var level: UInt8 = 0x93
        while !rest.isEmpty {
            let part = rest.count <= 4 ? Array(rest) : [0x88] + rest.prefix(3)
            rest = rest.dropFirst(rest.count <= 4 ? 4 : 3)
            _ = tag.receive(RFFrame([level, 0x70] + part + [part.reduce(0, ^)]), tear: nil)
            level += 2
        }
    }

    /// Sends one command to the tag in its current state.
    mutating func raw(_ command: String, tear: TornWrite? = nil) -> String {
        Self.text(tag.receive(RFFrame(hex(command)), tear: tear).frame)
    }

    /// Sends one command, after selecting the tag again if it left the ACTIVE state.
    mutating func callAsFunction(_ command: String) -> String {
        if let type2 = tag as? Type2Tag, type2.activation.state != .active { select() }
        return raw(command)
    }

    /// Authenticates the tag in its current state with a MIFARE Classic key.
    mutating func authenticate(block: UInt8, key: ClassicKey, uid: [UInt8]) -> String {
        tag.authenticate(block: block, key: key, uid: uid) ? "open" : "refused"
    }

    /// Page `page` as the EEPROM holds it.
    func page(_ page: Int) -> String {
        guard let type2 = tag as? Type2Tag else { return "no page" }
        return Self.hexText(Array(type2.memory[page * 4..<page * 4 + 4]))
    }

    static func text(_ frame: RFFrame?) -> String {
        guard let frame else { return "silence" }
        if frame == .ack { return "ACK" }
        return frame.bitCount == 4 ? "NAK \(frame.bytes[0])" : hexText(frame.bytes)
    }

    static func hexText(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count == 1 ? "0" + digits : digits
        }.joined(separator: " ")
    }
}

extension Type2Chip: CustomTestStringConvertible {
    /// The product's name.
    public var testDescription: String { product }
}
