public import SimulationKit

/// A Type 2 tag: pages of four bytes with one-time bits, locks, a password and counters, as its chip has them.
///
/// Source: NXP NTAG213/215/216 data sheet §8 (memory), §9 (frames, ACK and NAK), §10 (commands).
public struct Type2Tag: VirtualTag {
    /// Which chip this is.
    public let chip: Type2Chip
    /// 7 bytes.
    public let uid: [UInt8]
    /// What GET_VERSION answers: 8 bytes, or none where the chip does not know the command.
    public internal(set) var version: [UInt8]
    /// What READ_SIG answers: 32 bytes, or none where it is not known; the tag then answers zeros.
    public internal(set) var signature: [UInt8] = []
    /// All pages as they stand in the EEPROM: the password too, which no read gives.
    public internal(set) var memory: [UInt8]
    /// Pages that the tag's file does not contain. They have their factory values until they are written.
    var assumedPages: Set<Int> = []
    /// One-way counters of 24 bits; the NFC counter of an NTAG21x is number 2.
    public internal(set) var counters: [UInt32] = [0, 0, 0]
    /// What CHECK_TEARING_EVENT answers for each counter; BDh says that it was never torn.
    public internal(set) var tearing: [UInt8]
    /// Wrong passwords in a row; they outlast the field.
    public internal(set) var failedAuthentications = 0
    /// In what this tag differs from a good one of its chip.
    public var defects: Set<TagDefect> = []

    // Source: NXP NTAG213/215/216 data sheet §8.4 (ATQA 0044h, SAK 00h).
    var atqa: UInt16 = 0x0044
    var sak: UInt8 = 0x00
    var statesFailedAuthentications = false
    var activation: Activation
    var session = Session()

    /// What the tag forgets without a field.
    struct Session: Hashable, Sendable {
        /// The configuration pages as they stood at power-up.
        var configuration = Configuration()
        var isAuthenticated = false
        /// Whether this session's read was counted.
        var hasCounted = false
        /// COMP_WRITE waits for 16 bytes for this page.
        var pendingPage: Int?
        /// Ultralight C waits for the second half of its authentication.
        var awaitsSecondHalf = false
        /// The lock bytes that close pages, on a chip that takes them over with a request.
        var locks = HeldLocks()
    }

    /// Static and dynamic lock bytes at one moment.
    struct HeldLocks: Hashable, Sendable {
        var staticBytes: [UInt8] = [0, 0]
        var dynamicBytes: [UInt8] = [0, 0, 0]
    }

    /// A tag of `chip`, not in any field.
    ///
    /// - Parameters:
    ///   - uid: 7 bytes, as anticollision gives them.
    ///   - memory: All pages; the chip's factory contents unless given. Its size is the chip's.
    public init(chip: Type2Chip, uid: [UInt8], memory: [UInt8]? = nil) {
        let memory = memory ?? chip.factoryMemory(uid: uid)
        precondition(memory.count == chip.pageCount * 4, "\(chip.product) has \(chip.pageCount) pages")
        self.chip = chip
        self.uid = uid
        self.memory = memory
        self.version = chip.version
        // Source: NXP MF0ULx1 data sheet §10.8.
        self.tearing = Array(repeating: chip.features.contains(.threeCounters) ? 0xBD : 0x00, count: 3)
        self.activation = Activation(uid: uid, atqa: atqa, sak: sak)
    }

    /// The field came up: configuration is taken over, the password session is gone.
    public mutating func powerUp() {
        activation.powerUp()
        session = Session(configuration: Configuration(memory: memory, chip: chip), locks: storedLocks)
    }

    /// One frame: activation first, commands once the tag is ACTIVE.
    public mutating func receive(_ frame: RFFrame, tear: Tear?) -> RFAnswer {
        switch activation.receive(frame) {
        case .answer(let answer):
            if activation.state == .ready(level: 0) { session.locks = storedLocks }
            return RFAnswer(answer)
        case .silence:
            forgetDialogue()
            return .silence
        case .command: return command(frame.bytes, isWhole: frame.isWholeBytes, tear: tear)
        }
    }

    /// Every command has one exact length; anything else is met with silence and drops the tag out of ACTIVE.
    private mutating func command(_ bytes: [UInt8], isWhole: Bool, tear: Tear?) -> RFAnswer {
        guard isWhole, let code = bytes.first else { return ignore() }
        if let page = session.pendingPage {
            session.pendingPage = nil
            guard bytes.count == 16 else { return ignore() }
            return write(page: page, Array(bytes[0..<4]), tear: tear)
        }
        let isEV1 = chip.features.contains(.ev1)
        switch (code, bytes.count) {
        case (0x30, 2): return read(page: Int(bytes[1]))
        case (0xA2, 6): return write(page: Int(bytes[1]), Array(bytes[2...]), tear: tear)
        case (0xA0, 2): return announceWrite(page: Int(bytes[1]))
        case (0x60, 1) where isEV1 && !defects.contains(.noGetVersion): return RFAnswer(RFFrame(version))
        case (0x3A, 3) where isEV1 && !defects.contains(.noFastRead):
            return fastRead(first: Int(bytes[1]), last: Int(bytes[2]))
        case (0x1B, 5) where isEV1: return authenticate(password: Array(bytes[1...]))
        case (0x3C, 2) where isEV1: return bytes[1] == 0 ? RFAnswer(RFFrame(shownSignature)) : refuse()
        case (0x39, 2) where chip.hasCounters: return readCounter(Int(bytes[1]))
        case (0xA5, 6) where chip.features.contains(.threeCounters):
            return incrementCounter(Int(bytes[1]), by: bytes[2...4])
        case (0x3E, 2) where chip.features.contains(.threeCounters):
            return bytes[1] <= 2 ? RFAnswer(RFFrame([tearing[Int(bytes[1])]])) : refuse()
        case (0x4B, 21) where chip.features.contains(.virtualCard):
            return RFAnswer(RFFrame([memory[chip.pageCount * 4 - 11]]))
        case (0x1A, 2) where chip.features.contains(.tripleDES): return beginTripleDES()
        case (0xAF, 17) where session.awaitsSecondHalf: return refuse()
        default: return ignore()
        }
    }

    private var shownSignature: [UInt8] {
        signature.isEmpty || defects.contains(.noSignature) ? Array(repeating: 0, count: 32) : signature
    }

    /// A command that the tag does not know, or of the wrong length: silence, and out of ACTIVE.
    ///
    /// Source: NXP NTAG213/215/216 data sheet §8.4; nfc-tools/libfreefare#112.
    private mutating func ignore() -> RFAnswer {
        activation.drop()
        forgetDialogue()
        return .silence
    }

    /// A command that the tag knows and does not do: NAK, and out of ACTIVE.
    ///
    /// Codes: 0 argument, 1 CRC, 4 counter or password limit, 5 EEPROM. Source: NTAG213/215/216 data sheet §9.3.
    mutating func refuse(_ code: UInt8 = 0) -> RFAnswer {
        activation.drop()
        forgetDialogue()
        return RFAnswer(.nak(code))
    }

    /// Out of ACTIVE the password session and half-given commands are gone; the power-up values stay.
    private mutating func forgetDialogue() {
        session.isAuthenticated = false
        session.pendingPage = nil
        session.awaitsSecondHalf = false
    }
}

extension Type2Chip {
    var hasCounters: Bool { !features.isDisjoint(with: [.nfcCounter, .threeCounters]) }
}
