import SimulationKit

extension Type2Tag {
    /// The programming time of an EEPROM page in microseconds. Source: NXP NTAG213/215/216 data sheet §10.4.
    static let programmingMicroseconds = 4_100

    /// Processes the first frame of COMP_WRITE, which contains the page number. The tag responds with an ACK
    /// if the page can be written. The second frame contains 16 bytes, but only the first four are written.
    ///
    /// Source: NXP NTAG213/215/216 data sheet §10.5.
    mutating func announceWrite(page: Int) -> RFResponse {
        guard accepts(page) else { return refuse() }
        session.pendingPage = page
        return RFResponse(.ack)
    }

    /// Processes WRITE: programs the four bytes of a page and responds with an ACK, or refuses the command
    /// with a NAK.
    ///
    /// Source: NXP NTAG213/215/216 data sheet §10.4.
    mutating func write(page: Int, _ data: [UInt8], tear: TornWrite?) -> RFResponse {
        guard accepts(page) else { return refuse() }
        guard !defects.contains(.wornPage(page)) else { return refuse(5) }
        guard let programmed = programmed(page, data) else { return refuse(4) }
        let real = realPage(page)
        let old = Array(memory[real * 4..<real * 4 + 4])
        let new = defects.contains(.stuckPage(page)) ? old : programmed
        let left = tear.map { torn(page: page, old: old, new: new, as: $0) } ?? new
        memory.replaceSubrange(real * 4..<real * 4 + 4, with: left)
        assumedPages.remove(real)
        return RFResponse(.ack, busyMicroseconds: Self.programmingMicroseconds, pagesWritten: 1)
    }

    /// Returns whether the tag accepts a WRITE of `page` now: the page exists, is neither locked nor
    /// read-only, and does not require a password that has not been sent.
    private func accepts(_ page: Int) -> Bool {
        guard (2..<chip.pageCount).contains(page), !isWriteProtected(page) else { return false }
        if let config = chip.configPage, page == config || page == config + 1 {
            return !session.configuration.isLocked
        }
        guard !defects.contains(.locksIgnored) else { return true }
        let held = chip.features.contains(.lateLocks) ? session.locks : storedLocks
        if LockBits.staticBytes.closes(page, held: held.staticBytes) { return false }
        return chip.dynamicLocks.map { !$0.closes(page, held: held.dynamicBytes) } ?? true
    }

    /// The lock bytes in the EEPROM.
    ///
    /// Ultralight C and NTAG203 apply new lock bits at the next REQA or WUPA; the other chips apply them
    /// immediately. Source: NXP MF0ICU2 data sheet rev. 3.3 §7.5.3, NTAG203 data sheet rev. 3.0 §8.5.2
    /// (remarks on lock bytes).
    var storedLocks: HeldLocks {
        let page = chip.dynamicLockPage ?? 0
        return HeldLocks(
            staticBytes: Array(memory[10..<12]),
            dynamicBytes: chip.dynamicLocks == nil ? [0, 0, 0] : Array(memory[page * 4..<page * 4 + 3]))
    }

    /// Returns the content that a page has after `data` is written to it; nil if this would make a counter
    /// overflow.
    ///
    /// Source: NXP NTAG213/215/216 data sheet §8.5.2 to §8.5.4.
    private func programmed(_ page: Int, _ data: [UInt8]) -> [UInt8]? {
        let held = Array(memory[page * 4..<page * 4 + 4])
        switch page {
        case 2:
            return held[0..<2] + LockBits.staticBytes.merging(Array(data[2..<4]), into: Array(held[2..<4]))
        case 3: return zip(held, data).map { $0 | $1 }
        case chip.dynamicLockPage:
            guard let locks = chip.dynamicLocks else { return data }
            // The fourth byte is reserved and not writable.
            let meant = zip(data, locks.mask(byteCount: 3)).map { $0 & $1 }
            return locks.merging(meant, into: Array(held[0..<3])) + [held[3]]
        case 41 where chip.features.contains(.counterPage): return counted(held, data)
        default: return data
        }
    }

    /// Returns the new content of the counter page of Ultralight C and NTAG203; nil if the counter would
    /// overflow. The first write sets the 16-bit counter, and later writes add their low four bits.
    ///
    /// Source: NXP MF0ICU2 data sheet §7.5.11; NXP NTAG203 data sheet §8.3.4.
    private func counted(_ held: [UInt8], _ data: [UInt8]) -> [UInt8]? {
        let value = Int(held[0]) | Int(held[1]) << 8
        let next = value == 0 ? Int(data[0]) | Int(data[1]) << 8 : value + Int(data[0] & 0x0F)
        return next > 0xFFFF ? nil : [UInt8(next & 0xFF), UInt8(next >> 8), held[2], held[3]]
    }

    /// Returns the content of a page that was being programmed when the tag left the field. This is the old
    /// content, the new content or, for `garbage`, pseudorandom bytes.
    ///
    /// `garbage` has a different effect on the capability container and the lock bits. On chips with
    /// anti-tearing, they have their old or their new value. On other chips, only some of the new one-time
    /// programmable bits are set. Source: NXP NTAG213/215/216 data sheet §10.4; MF0ICU2 §7.5.3, §7.5.4.
    private func torn(page: Int, old: [UInt8], new: [UInt8], as tear: TornWrite) -> [UInt8] {
        let left = tear.leaves(old, new)
        let isOneTime = page == 2 || page == 3 || page == chip.dynamicLockPage
        guard case .garbage = tear, isOneTime else { return left }
        guard !chip.features.contains(.antiTearing) else { return left[0] & 1 == 0 ? old : new }
        return zip(zip(old, new), left).map { $0.0 | ($0.1 & $1) }
    }
}

extension TornWrite {
    /// Returns the bytes that remain if the tag leaves the field while it replaces `old` by `new`.
    func leaves(_ old: [UInt8], _ new: [UInt8]) -> [UInt8] {
        switch self {
        case .old: return old
        case .new: return new
        case .garbage(let seed):
            var generator = SeededGenerator(seed: seed)
            return new.map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        }
    }
}
