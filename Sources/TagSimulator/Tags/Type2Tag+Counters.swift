extension Type2Tag {
    /// READ_CNT: three bytes, the lowest first. NTAG21x has counter 2 alone, and only while it is switched on.
    ///
    /// Source: NXP NTAG213/215/216 data sheet §10.6; NXP MF0ULx1 data sheet §10.6.
    mutating func readCounter(_ number: Int) -> RFAnswer {
        if chip.features.contains(.nfcCounter) {
            let configuration = session.configuration
            guard number == 2, configuration.counts else { return refuse() }
            guard session.isAuthenticated || !configuration.counterNeedsPassword else { return refuse() }
        }
        guard counters.indices.contains(number) else { return refuse() }
        return RFAnswer(RFFrame([0, 8, 16].map { UInt8(counters[number] >> UInt32($0) & 0xFF) }))
    }

    /// INCR_CNT of Ultralight EV1: adds, or refuses with NAK 4 what would pass FFFFFFh.
    ///
    /// Source: NXP MF0ULx1 data sheet §10.7.
    mutating func incrementCounter(_ number: Int, by bytes: ArraySlice<UInt8>) -> RFAnswer {
        guard counters.indices.contains(number) else { return refuse() }
        let step = bytes.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard counters[number] + step <= 0xFF_FFFF else { return refuse(4) }
        counters[number] += step
        return RFAnswer(.ack, busyMicroseconds: Self.programmingMicroseconds, pagesWritten: 1)
    }
}
