extension Type2Tag {
    /// The configuration as it acts: taken over from the pages at power-up.
    ///
    /// Source: NXP NTAG213/215/216 data sheet §8.5.7 ("effective after power cycle"); MF0ICU2 data sheet §7.5.5.
    struct Configuration: Hashable, Sendable {
        /// The first protected page; 255 without protection.
        var firstProtected = 255
        /// Reads are protected too, not only writes.
        var protectsReads = false
        /// CFG0 and CFG1 are closed for ever.
        var isLocked = false
        /// Wrong passwords until the tag is closed for ever; 0 is no limit.
        var attemptLimit = 0
        /// The NFC counter counts.
        var counts = false
        /// The NFC counter is shown after PWD_AUTH alone.
        var counterNeedsPassword = false
        /// CFG0's MIRROR byte.
        var mirror: UInt8 = 0
        /// CFG0's MIRROR_PAGE byte.
        var mirrorPage = 0

        /// Nothing is configured.
        init() {}

        /// What the pages say now.
        init(memory: [UInt8], chip: Type2Chip) {
            if let page = chip.configPage {
                let access = memory[page * 4 + 4]
                firstProtected = Int(memory[page * 4 + 3])
                protectsReads = access & 0x80 != 0
                isLocked = access & 0x40 != 0
                attemptLimit = Int(access & 0x07)
                counts = chip.features.contains(.nfcCounter) && access & 0x10 != 0
                counterNeedsPassword = access & 0x08 != 0
                mirror = chip.features.contains(.uidMirror) ? memory[page * 4] : 0
                mirrorPage = Int(memory[page * 4 + 2])
            } else if chip.features.contains(.tripleDES) {
                // AUTH0 is page 42; AUTH1 page 43, whose bit 0 lets reads go free. AUTH0 below 3 means 3.
                firstProtected = max(3, Int(memory[42 * 4]))
                protectsReads = memory[43 * 4] & 0x01 == 0
            }
        }
    }

    /// Whether a read of `page` needs a password that was not given.
    func isReadProtected(_ page: Int) -> Bool {
        session.configuration.protectsReads && isWriteProtected(page)
    }

    /// Whether a write to `page` needs a password that was not given.
    func isWriteProtected(_ page: Int) -> Bool {
        !session.isAuthenticated && page >= session.configuration.firstProtected
    }
}
