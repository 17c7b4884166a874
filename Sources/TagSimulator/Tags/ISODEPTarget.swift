/// The tag's side of ISO-DEP: RATS, PPS, block numbers, chaining in both directions, repetition of blocks,
/// S(WTX) and S(DESELECT).
///
/// Source: ISO/IEC 14443-4 §5 (activation), §7.5.4 (rules for the PICC).
struct ISODEPTarget: Hashable {
    /// The tag's reaction to a block.
    enum Reaction: Hashable {
        case silence
        case answer([UInt8])
        case deselected([UInt8])
        /// The reader has granted more time, so the tag responds with this block.
        case extended([UInt8])
        /// A complete C-APDU has been received. The caller must pass its R-APDU to ``send(_:extensions:)``.
        case apdu([UInt8])
    }

    /// Whether the tag has accepted RATS and is in the PROTOCOL state.
    private(set) var isOpen = false

    private let ats: [UInt8]
    /// The maximum size in bytes of a frame that the reader can receive, including CRC.
    private var readerFrame = 16
    private var blockNumber: UInt8 = 1
    /// The parts of a chained C-APDU that have been received so far, at most 64 KiB.
    private var incoming: [UInt8] = []
    /// The bytes of the R-APDU that have not been sent yet.
    private var outgoing: ArraySlice<UInt8> = []
    /// The number of S(WTX) requests that the tag will still send before the R-APDU.
    private var extensionsLeft = 0
    /// The last block that the tag sent, which the reader can request again.
    private var last: [UInt8] = []

    /// Creates the tag's side of ISO-DEP.
    ///
    /// - Parameter ats: The ATS without its length byte.
    init(ats: [UInt8]) { self.ats = ats }

    /// Returns the maximum size of a frame in bytes, including CRC, that FSDI in RATS or FSCI in T0 declares.
    /// Source: ISO/IEC 14443-4 §5.
    static func frameBytes(_ code: UInt8) -> Int {
        let sizes = [16, 24, 32, 40, 48, 64, 96, 128, 256]
        return sizes[min(Int(code), sizes.count - 1)]
    }

    mutating func reset() { self = ISODEPTarget(ats: ats) }

    /// Processes RATS (`E0` and a byte with FSDI and CID) and returns the ATS including its length byte. For
    /// any other frame, returns nil and does not change the state.
    mutating func open(_ rats: [UInt8]) -> [UInt8]? {
        guard rats.count == 2, rats[0] == 0xE0 else { return nil }
        reset()
        isOpen = true
        readerFrame = Self.frameBytes(rats[1] >> 4)
        return [UInt8(ats.count + 1)] + ats
    }

    mutating func receive(_ block: [UInt8]) -> Reaction {
        guard let pcb = block.first else { return .silence }
        switch pcb {
        // An I-block without CID and NAD, chained or not.
        case 0x02, 0x03, 0x12, 0x13: return receiveInformation(block)
        // R(ACK) and R(NAK).
        case 0xA2, 0xA3, 0xB2, 0xB3: return receiveReady(pcb)
        case 0xC2 where block.count == 1:
            reset()
            return .deselected([0xC2])
        case 0xF2 where block == last: return .extended(nextAnswer())
        // PPS is acknowledged, but the speed is not modeled.
        case 0xD0...0xDF where block.count <= 3: return .answer([pcb])
        default: return .silence
        }
    }

    private mutating func receiveInformation(_ block: [UInt8]) -> Reaction {
        // The tag toggles its number on every I-block, whatever the block's number is. Source: ISO/IEC 14443-4 §7.5.3.2
        // rule D.
        blockNumber ^= 1
        guard incoming.count + block.count <= 0x1_0000 else { return .silence }
        extensionsLeft = 0
        incoming += block.dropFirst()
        if block[0] & 0x10 != 0 {
            last = [0xA2 | blockNumber]
            return .answer(last)
        }
        defer { incoming = [] }
        return .apdu(incoming)
    }

    /// Processes R(ACK) or R(NAK). If its block number equals the tag's, the tag repeats its last block.
    /// Otherwise, the tag responds to R(NAK) with R(ACK), and to R(ACK) with the next block of a chained
    /// response.
    private mutating func receiveReady(_ pcb: UInt8) -> Reaction {
        if pcb & 0x01 == blockNumber { return .answer(last) }
        if pcb & 0x10 != 0 { return .answer([0xA2 | blockNumber]) }
        guard !outgoing.isEmpty, last.first != Self.extensionRequest[0] else { return .silence }
        blockNumber ^= 1
        return .answer(nextBlock())
    }

    /// Starts to send an R-APDU and returns the first block. The tag sends `extensions` S(WTX) requests
    /// before the R-APDU. It sends each further block when the reader requests it.
    mutating func send(_ response: [UInt8], extensions: Int = 0) -> [UInt8] {
        outgoing = response[...]
        extensionsLeft = extensions
        return nextAnswer()
    }

    /// The S(WTX) block that requests more time, with a multiplier (WTXM) of 1. Source: ISO/IEC 14443-4 §7.3.
    private static let extensionRequest: [UInt8] = [0xF2, 0x01]

    private mutating func nextAnswer() -> [UInt8] {
        guard extensionsLeft > 0 else { return nextBlock() }
        extensionsLeft -= 1
        last = Self.extensionRequest
        return last
    }

    private mutating func nextBlock() -> [UInt8] {
        // Each frame contains PCB and CRC.
        let part = outgoing.prefix(readerFrame - 3)
        outgoing = outgoing.dropFirst(part.count)
        last = [0x02 | (outgoing.isEmpty ? 0 : 0x10) | blockNumber] + part
        return last
    }
}
