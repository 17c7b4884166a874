/// How a type A tag is found and chosen: its states from power-up to ACTIVE, and its UID given piece by piece.
///
/// A frame that does not belong into a state drops the tag to IDLE, or to HALT when it had been woken from there.
///
/// Source: ISO/IEC 14443-3 §6.3 (states), §6.5 (anticollision); NXP NTAG213/215/216 data sheet §8.4.
public struct Activation: Hashable, Sendable {
    /// Where the tag stands.
    public enum State: Hashable, Sendable {
        /// Powered, answers REQA and WUPA.
        case idle
        /// Answers anticollision and selection of this cascade level, 0...2.
        case ready(level: Int)
        /// Selected: commands are heard.
        case active
        /// Sent away; answers WUPA alone.
        case halt
    }

    /// What comes of a frame.
    public enum Reaction: Hashable, Sendable {
        /// The tag answers.
        case answer(RFFrame)
        /// The tag is silent.
        case silence
        /// The tag is ACTIVE and the frame is a command for the layer above.
        case command
    }

    /// Where the tag stands now.
    public private(set) var state = State.idle
    private var wokenFromHalt = false

    private let atqa: UInt16
    private let sak: UInt8
    private let levels: [[UInt8]]

    /// A tag in IDLE.
    ///
    /// - Parameters:
    ///   - uid: 4, 7 or 10 bytes.
    ///   - atqa: High byte first.
    ///   - sak: Of the last cascade level.
    public init(uid: [UInt8], atqa: UInt16, sak: UInt8) {
        self.atqa = atqa
        self.sak = sak
        self.levels = Self.cascade(uid)
    }

    /// The field came up.
    public mutating func powerUp() {
        state = .idle
        wokenFromHalt = false
    }

    /// A frame that the tag does not accept, or a NAK: out of ACTIVE.
    public mutating func drop() { state = wokenFromHalt ? .halt : .idle }

    /// HLTA, or S(DESELECT) of ISO-DEP.
    public mutating func halt() { state = .halt }

    /// The tag hears a frame.
    public mutating func receive(_ frame: RFFrame) -> Reaction {
        if frame.bitCount == 7 { return receiveShort(frame.bytes.first ?? 0) }
        switch state {
        case .idle, .halt: return .silence
        case .ready(let level): return receiveSelection(frame, level: level)
        case .active:
            guard frame == .hlta else { return .command }
            state = .halt
            return .silence
        }
    }

    private mutating func receiveShort(_ request: UInt8) -> Reaction {
        let isRequest = request == 0x26 || request == 0x52
        switch state {
        case .idle where isRequest: wokenFromHalt = false
        case .halt where request == 0x52: wokenFromHalt = true
        case .idle, .halt: return .silence
        case .ready, .active:
            drop()
            return .silence
        }
        state = .ready(level: 0)
        return .answer(RFFrame([UInt8(atqa & 0xFF), UInt8(atqa >> 8)]))
    }

    /// `93 20` asks for the level's UID part; `93 NVB …` for what follows the bits named; `93 70 …` selects.
    private mutating func receiveSelection(_ frame: RFFrame, level: Int) -> Reaction {
        let own = levels[level]
        guard frame.bytes.count >= 2, frame.bytes[0] == 0x93 + UInt8(level) * 2 else { return refuse() }
        let known = Int(frame.bytes[1] >> 4) * 8 + Int(frame.bytes[1] & 0x0F) - 16
        guard (0...40).contains(known), frame.bitCount == 16 + known else { return refuse() }
        let offered = RFFrame(Array(frame.bytes.dropFirst(2)), bits: known)
        guard (0..<known).allSatisfy({ offered.bit($0) == RFFrame(own).bit($0) }) else { return refuse() }
        guard known == 40 else { return .answer(RFFrame(own).dropFirstBits(known)) }
        guard level + 1 < levels.count else {
            state = .active
            return .answer(RFFrame([sak]))
        }
        state = .ready(level: level + 1)
        // Bit 3 says that the UID is not complete; bit 6 (ISO-DEP) already stands on the first level.
        return .answer(RFFrame([0x04 | sak & 0x20]))
    }

    private mutating func refuse() -> Reaction {
        drop()
        return .silence
    }

    /// The UID as it is given out: 4 bytes and their BCC a level, `88` in front where more follows.
    static func cascade(_ uid: [UInt8]) -> [[UInt8]] {
        var rest = uid[...]
        var levels: [[UInt8]] = []
        while !rest.isEmpty {
            let isLast = rest.count <= 4
            let part = isLast ? Array(rest) : [0x88] + rest.prefix(3)
            rest = rest.dropFirst(isLast ? 4 : 3)
            levels.append(part + [part.reduce(0, ^)])
        }
        return levels
    }
}

extension RFFrame {
    /// Bit `index` in the order of sending.
    func bit(_ index: Int) -> Bool { bytes[index / 8] >> (index % 8) & 1 == 1 }

    /// What follows the first `count` bits.
    func dropFirstBits(_ count: Int) -> RFFrame {
        let bits = (count..<bitCount).map(bit)
        var packed = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
        for (index, isSet) in bits.enumerated() where isSet { packed[index / 8] |= 1 << (index % 8) }
        return RFFrame(packed, bits: bits.count)
    }
}
