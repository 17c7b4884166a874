extension TagSession {
    /// Reads the pages that `depth` requires. If `chip` is nil, identifies the chip first.
    func inspectType2(
        _ tag: SelectedTag, _ chip: Chip?, _ depth: Depth
    ) async throws(TagError) -> TagSnapshot {
        var map = PageMap(count: Self.addressablePages)
        var version: [UInt8] = []
        let known: Chip
        if let chip {
            known = chip
        } else if let answer = try await askVersion() {
            version = answer
            known = Chip(version: answer)
        } else {
            known = try await probe(&map)
        }
        let last = known.memory?.lastReadablePage ?? Self.addressablePages - 1
        try await read(0...min(firstReading(known, depth), last), known, into: &map)
        try await readArea(known, depth, into: &map)
        if depth != .message, let pages = known.memory?.closurePages {
            try await read(pages, known, into: &map)
        }
        if depth == .dump { try await read(0...last, known, into: &map) }
        let count = known.memory?.pageCount ?? (map.pages.lastIndex { $0 != nil } ?? 0) + 1
        var snapshot = TagSnapshot(tag, chip: known, version: version, pages: Array(map.pages.prefix(count)))
        note(map, in: &snapshot)
        return snapshot
    }

    /// The number of pages that READ and WRITE can address with a one-byte page number.
    private static let addressablePages = 256

    /// The maximum number of pages to request with one FAST_READ: 64 pages, or 256 bytes. A PN532 can
    /// transfer up to 65 pages. Source: UM0701-02 §7.
    private static let longestFastRead = 64

    /// The last page of the first read if the message's size is unknown. That read includes 56 bytes of the
    /// data area.
    private static let shortMessagePages = 17

    /// Returns the last page to request with the first read.
    private func firstReading(_ chip: Chip, _ depth: Depth) -> Int {
        guard case .writing(let messageBytes) = depth, let memory = chip.memory else {
            return depth == .dump || depth == .wholeArea ? Self.addressablePages : Self.shortMessagePages
        }
        let areaBytes = memory.areaBytes
        let site = MessageSite.factory(memory.controlTLVs, areaBytes: areaBytes)
        let layout = site.layout(messageBytes: messageBytes, areaBytes: areaBytes)
        let last = Type2Memory.firstUserPage + (layout?.lastOffset ?? areaBytes - 1) / 4
        // If the lock and configuration pages follow closely, one command is faster than two.
        guard let closure = memory.closurePages, closure.lowerBound - last <= 8 else { return last }
        return closure.upperBound
    }

    /// Reads more of the data area until all bytes that `depth` requires are known, or until the tag refuses
    /// a page.
    private func readArea(_ chip: Chip, _ depth: Depth, into map: inout PageMap) async throws(TagError) {
        guard let container = map.pages[Type2Container.page].flatMap({ Type2Container($0) }) else { return }
        let memoryBytes = chip.memory?.userBytes ?? (Self.addressablePages - Type2Memory.firstUserPage) * 4
        let areaBytes = min(container.areaBytes, memoryBytes)
        var known = -1
        while true {
            let units = DataUnits.type2(map.pages, areaBytes: areaBytes)
            let prefix = units.prefix
            guard prefix.count > known, prefix.count < areaBytes else { return }
            known = prefix.count
            let needed = needed(depth, units, prefix, chip)
            guard needed > known else { return }
            let last = Type2Memory.firstUserPage + (min(needed, areaBytes) - 1) / 4
            try await read(Type2Memory.firstUserPage...last, chip, into: &map)
        }
    }

    /// Returns how many bytes to read from the start of the data area for `depth`. The number includes the
    /// byte after the message, which is normally the Terminator TLV. The number depends on `prefix`, the
    /// bytes read so far, so it can grow after more bytes have been read.
    private func needed(_ depth: Depth, _ units: DataUnits, _ prefix: [UInt8], _ chip: Chip) -> Int {
        if depth == .wholeArea || depth == .dump { return units.areaBytes }
        let standing = Type2DataArea.bytesNeeded(prefix: prefix, areaBytes: units.areaBytes)
        guard case .writing(let messageBytes) = depth, standing <= prefix.count else { return standing + 1 }
        let reading = AreaReading(units, controlTLVs: chip.memory?.controlTLVs ?? []) { _ in true }
        return max(standing, reading.layout(messageBytes: messageBytes)?.lastOffset ?? 0) + 1
    }

    /// Reads those pages of `range` that are still unknown, and stops at the first page that the tag refuses.
    func read(_ range: ClosedRange<Int>, _ chip: Chip, into map: inout PageMap) async throws(TagError) {
        var usesFastRead =
            chip.features.contains(.fastRead) && !refusesFastRead
            && reader.capabilities.contains(.type2Extended)
        var isFastReadDoubtful = false
        while let missing = map.missing(in: range) {
            let first = missing.lowerBound
            if usesFastRead {
                let last = min(missing.upperBound, first + Self.longestFastRead - 1)
                let answer = try await ask(.fastRead(first: UInt8(first), last: UInt8(last)))
                if let answer, answer.count == (last - first + 1) * 4 {
                    map.store(answer, from: first)
                    continue
                }
                (usesFastRead, isFastReadDoubtful) = (false, true)
            }
            guard let answer = try await ask(.read(page: UInt8(first))), answer.count == 16 else {
                map.refusedPage = min(first, map.refusedPage ?? first)
                return
            }
            map.store(answer, from: first)
        }
        if isFastReadDoubtful { refusesFastRead = true }
    }

    private func note(_ map: PageMap, in snapshot: inout TagSnapshot) {
        if refusesFastRead { snapshot.findings.append(.fastReadRefused) }
        guard let page = map.refusedPage, snapshot.closure?.protectedFrom == nil else { return }
        snapshot.findings.insert(
            snapshot.chip.features.contains(.password)
                ? .password(fromPage: page, reading: true) : .unreadable(fromPage: page), at: 0)
    }

    // MARK: The chip

    private func askVersion() async throws(TagError) -> [UInt8]? {
        guard reader.capabilities.contains(.type2Extended) else { return nil }
        let answer = try await ask(.getVersion)
        return answer?.count == 8 ? answer : nil
    }

    /// Identifies a chip whose version is unknown. Tests which commands the chip supports and which pages it
    /// has. The order of the tests keeps the number of commands low for the most common chips.
    private func probe(_ map: inout PageMap) async throws(TagError) -> Chip {
        let canAsk = reader.capabilities.contains(.type2Extended)
        var probes = Chip.Probes(refusesVersion: canAsk, answersAuthenticate: false)
        if canAsk {
            let challenge = try await ask(.ultralightCAuthenticate)
            probes.answersAuthenticate = challenge?.count == 9 && challenge?.first == 0xAF
            // The chip now expects the second half of the authentication.
            if probes.answersAuthenticate { try await selectAgain() }
        }
        if !probes.answersAuthenticate {
            probes.hasPage26 = try await has(0x26, &map)
            if probes.hasPage26 == true { probes.hasPage2C = try await has(0x2C, &map) }
            if probes.hasPage2C == true { probes.hasPage30 = try await has(0x30, &map) }
        }
        guard probes.hasPage2C == true else { return Chip(probes, container: []) }
        try await read(0...3, .ultralight, into: &map)
        let container = map.pages[Type2Container.page] ?? []
        if !canAsk, let claimed = Chip.ntag(container), let memory = claimed.memory {
            let end = memory.pageCount
            // READ returns four pages, so the last four pages are read without a roll-over.
            let hasEnd = try await has(end - 4, &map)
            probes.endsAsDeclared = hasEnd ? try await !has(end, &map) : false
        }
        return Chip(probes, container: container)
    }

    private func has(_ page: Int, _ map: inout PageMap) async throws(TagError) -> Bool {
        guard let bytes = try await readPage(page) else { return false }
        // Page 0 is not known yet, so a roll-over would not be detected. Only the requested page is kept.
        map.store(bytes, from: page)
        return true
    }
}

extension NDEFMessageLayout {
    /// The offset of the terminator within the data area. If there is no terminator, the offset of the last
    /// byte of the NDEF Message TLV.
    var lastOffset: Int {
        terminatorOffset ?? valueRanges.last.map { $0.upperBound - 1 }
            ?? lengthOffsets[lengthOffsets.count - 1]
    }
}
