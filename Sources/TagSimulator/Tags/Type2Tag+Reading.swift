extension Type2Tag {
    /// READ: 16 bytes; it rolls over to page 0 behind the last page, or in front of the protected ones.
    ///
    /// Source: NXP NTAG213/215/216 data sheet §10.2; NXP MF0ICU2 data sheet §9.2.
    mutating func read(page: Int) -> RFAnswer {
        guard page <= chip.lastReadablePage, !isReadProtected(page) else { return refuse() }
        let end =
            isReadProtected(chip.lastReadablePage)
            ? session.configuration.firstProtected : chip.lastReadablePage + 1
        let hasCounted = countRead()
        return RFAnswer(RFFrame(shown(pages: (page..<page + 4).map { $0 % end })), mustStore: hasCounted)
    }

    /// FAST_READ: the pages from `first` through `last`, and nothing rolls over.
    ///
    /// Source: NXP NTAG213/215/216 data sheet §10.3.
    mutating func fastRead(first: Int, last: Int) -> RFAnswer {
        guard first <= last, last <= chip.lastReadablePage, !isReadProtected(last) else { return refuse() }
        let hasCounted = countRead()
        return RFAnswer(RFFrame(shown(pages: Array(first...last))), mustStore: hasCounted)
    }

    /// Pages as a reader sees them: password hidden, mirror laid over, short memory repeated.
    private func shown(pages: [Int]) -> [UInt8] {
        let mirror = asciiMirror()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pages.count * 4)
        for page in pages {
            if let config = chip.configPage, page == config + 2 || page == config + 3 {
                bytes += [0, 0, 0, 0]
            } else {
                let real = realPage(page)
                bytes += memory[real * 4..<real * 4 + 4]
                mirror?.lay(over: &bytes, page: page)
            }
        }
        return bytes
    }

    /// The page that stands behind a page number; another one where a counterfeit's memory is short.
    func realPage(_ page: Int) -> Int {
        for case .shortMemory(let count) in defects { return page % count }
        return page
    }

    /// The first READ or FAST_READ after power-up adds one; the counter stops at FFFFFFh.
    ///
    /// Source: NXP NTAG213/215/216 data sheet §8.6.
    private mutating func countRead() -> Bool {
        guard session.configuration.counts, !session.hasCounted else { return false }
        session.hasCounted = true
        counters[2] = min(counters[2] + 1, 0xFF_FFFF)
        return true
    }
}
