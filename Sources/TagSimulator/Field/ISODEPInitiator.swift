/// The reader's side of ISO-DEP: RATS, I-blocks with their numbers and chaining, R- and S-blocks.
///
/// Source: ISO/IEC 14443-4 §5 (RATS), §7 (blocks).
struct ISODEPInitiator: Hashable, Sendable {
    /// FSDI 8: this side takes frames of 256 bytes. Source: ISO/IEC 14443-4 §5.1.
    private static let parameter: UInt8 = 0x80
    private static let frameSizes = [16, 24, 32, 40, 48, 64, 96, 128, 256]

    /// Whether a tag is in PROTOCOL: it would not hear a request there.
    private(set) var isOpen = false
    private var blockNumber: UInt8 = 0
    private var largestFrame = 32

    /// Sends RATS; the tag is in PROTOCOL afterwards.
    ///
    /// - Returns: The ATS behind its length byte, or nil when the tag does not answer.
    mutating func begin(on field: inout VirtualField) -> [UInt8]? {
        guard let ats = field.exchange(RFFrame([0xE0, Self.parameter])).frame?.bytes, let length = ats.first,
            Int(length) == ats.count
        else { return nil }
        isOpen = true
        blockNumber = 0
        let code = ats.count > 1 ? Int(ats[1] & 0x0F) : 2
        largestFrame = Self.frameSizes[min(code, Self.frameSizes.count - 1)]
        return Array(ats.dropFirst())
    }

    /// Sends S(DESELECT), where a tag is in PROTOCOL; it is in HALT afterwards.
    mutating func end(on field: inout VirtualField) {
        guard isOpen else { return }
        isOpen = false
        _ = field.exchange(RFFrame([0xC2]))
    }

    /// Sends a C-APDU and brings its R-APDU back, in as many blocks as it takes.
    ///
    /// - Returns: The R-APDU, or nil when the tag falls silent or answers no valid block.
    mutating func exchange(_ apdu: [UInt8], on field: inout VirtualField) -> [UInt8]? {
        // PCB and CRC stand in each frame.
        let room = largestFrame - 3
        var rest = apdu[...]
        repeat {
            let part = rest.prefix(room)
            rest = rest.dropFirst(room)
            let isLast = rest.isEmpty
            let block = [0x02 | (isLast ? 0 : 0x10) | blockNumber] + part
            guard let answer = send(block, on: &field), let pcb = answer.first else { return nil }
            blockNumber ^= 1
            if isLast { return collect(answer, on: &field) }
            // R(ACK) with the number of the block it acknowledges.
            guard pcb & 0xF6 == 0xA2 else { return nil }
        } while true
    }

    /// Joins a chained answer, at most 64 KiB of it.
    private mutating func collect(_ first: [UInt8], on field: inout VirtualField) -> [UInt8]? {
        var block = first
        var whole: [UInt8] = []
        while let pcb = block.first, pcb & 0xE2 == 0x02, whole.count <= 0xFFFF {
            whole += block.dropFirst()
            guard pcb & 0x10 != 0 else { return whole }
            guard let next = send([0xA2 | blockNumber], on: &field) else { return nil }
            blockNumber ^= 1
            block = next
        }
        return nil
    }

    /// One block and its answer; requests for more time are granted, at most 16 in a row.
    private func send(_ block: [UInt8], on field: inout VirtualField) -> [UInt8]? {
        var block = block
        for _ in 0...16 {
            guard let answer = field.exchange(RFFrame(block)).frame?.bytes else { return nil }
            guard answer.count == 2, answer[0] == 0xF2 else { return answer }
            block = answer
        }
        return nil
    }
}
