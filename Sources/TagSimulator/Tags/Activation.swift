/// The activation of a type A tag: its states from power-up to ACTIVE, and the anticollision that transmits
/// its UID.
///
/// After a frame that is not valid in the current state, the tag returns to the IDLE state, or to HALT if it
/// was woken from HALT.
///
/// Source: ISO/IEC 14443-3 §6.3 (states), §6.5 (anticollision); NXP NTAG213/215/216 data sheet §8.4.
public struct Activation: Hashable, Sendable {
    /// The state of a type A tag.
    public enum State: Hashable, Sendable {
        /// The tag is powered and responds to REQA and WUPA.
        case idle
        /// The tag responds to anticollision and SELECT of this cascade level, 0...2.
        case ready(level: Int)
        /// The tag is selected and accepts commands.
        case active
        /// The tag is halted and responds only to WUPA.
        case halt
    }

    /// The tag's reaction to a frame.
    public enum Reaction: Hashable, Sendable {
        /// The tag responds with a frame.
        case answer(RFFrame)
        /// The tag does not respond.
        case silence
        /// The tag is in the ACTIVE state, and the frame is a command, which the caller must process.
        case command
    }

    /// The current state.
    public private(set) var state = State.idle
    private var wokenFromHalt = false

    private let atqa: UInt16
    private let sak: UInt8
    private let levels: [[UInt8]]

    /// Creates the activation of a tag in the IDLE state.
    ///
    /// - Parameters:
    ///   - uid: The UID: 4, 7 or 10 bytes.
    ///   - atqa: The ATQA, with its high byte first.
    ///   - sak: The SAK of the last cascade level.
    public init(uid: [UInt8], atqa: UInt16, sak: UInt8) {
        self.atqa = atqa
        self.sak = sak
        levels = Self.cascade(uid)
    }

    /// Enters the IDLE state, as a tag does when the field is switched on.
    public mutating func powerUp() {
        state = .idle
        wokenFromHalt = false
    }

    /// Returns to the IDLE state after an invalid frame or a NAK, or to HALT if the tag was woken from HALT.
    mutating func drop() { state = wokenFromHalt ? .halt : .idle }

    /// Enters the HALT state, as a tag does after HLTA or after S(DESELECT) of ISO-DEP.
    mutating func halt() { state = .halt }

    /// Processes a frame and returns the tag's reaction.
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

    /// Processes an anticollision or SELECT frame of one cascade level. On the first level, `93 20` requests
    /// the whole UID part, `93 NVB …` requests the bits after the given ones, and `93 70 …` selects the tag.
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
        // Bit 3 signals an incomplete UID; bit 6 (ISO-DEP) is already set on the first level.
        return .answer(RFFrame([0x04 | sak & 0x20]))
    }

    private mutating func refuse() -> Reaction {
        drop()
        return .silence
    }

    /// Returns the bytes of the UID as a tag transmits them: for each cascade level, 4 bytes and their check
    /// byte (BCC). If another level follows, the first byte is the cascade tag `0x88`.
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
    /// Returns the bit that is transmitted at position `index`, counted from 0.
    func bit(_ index: Int) -> Bool { bytes[index / 8] >> (index % 8) & 1 == 1 }

    /// Returns the frame without its first `count` bits.
    func dropFirstBits(_ count: Int) -> RFFrame {
        RFFrame(bits: (count..<bitCount).map(bit))
    }
}
