extension TagSession {
    /// Reads the card's application directory, and the part of the NDEF sectors that `depth` requires.
    func inspectClassic(
        _ tag: SelectedTag, _ chip: Chip, _ size: Chip.ClassicSize, _ depth: Depth
    ) async throws(TagError) -> TagSnapshot {
        var blocks = [[UInt8]?](repeating: nil, count: ClassicCard.blockCount(size))
        try await readSector(0, [ClassicCard.directoryKey], into: &blocks)
        if size == .fourK { try await readSector(16, [ClassicCard.directoryKey], into: &blocks) }
        for sector in TagSnapshot.ndefSectors(blocks) {
            guard try await readSector(sector, [ClassicCard.ndefKey], into: &blocks) else { break }
            if !needsMore(TagSnapshot(tag, chip: chip, blocks: blocks), depth) { break }
        }
        if depth == .dump {
            let keys = [ClassicCard.ndefKey, ClassicCard.deliveryKey, ClassicCard.directoryKey]
            for sector in 0..<ClassicCard.sectorCount(size)
            where blocks[ClassicCard.blocks(of: sector).lowerBound] == nil {
                try await readSector(sector, keys, into: &blocks)
            }
        }
        return TagSnapshot(tag, chip: chip, blocks: blocks)
    }

    /// Returns true if more blocks must be read. Depending on `depth`, the whole data area is needed, or only
    /// the message and the bytes that a new message will occupy.
    private func needsMore(_ snapshot: TagSnapshot, _ depth: Depth) -> Bool {
        guard let reading = snapshot.reading else { return false }
        let (known, areaBytes) = (reading.units.prefix, snapshot.areaBytes)
        if depth == .wholeArea || depth == .dump { return known.count < areaBytes }
        var needed = Type2DataArea.bytesNeeded(prefix: known, areaBytes: areaBytes) + 1
        if case .writing(let messageBytes) = depth {
            needed = max(needed, (reading.layout(messageBytes: messageBytes)?.lastOffset ?? 0) + 1)
        }
        return min(needed, areaBytes) > known.count
    }

    /// Authenticates to a sector with the first key that the card accepts. Reads the sector's blocks until
    /// the card refuses one.
    ///
    /// - Returns: `false` if the card accepts none of the keys.
    @discardableResult
    private func readSector(
        _ sector: Int, _ keys: [ClassicKey], into blocks: inout [[UInt8]?]
    ) async throws(TagError) -> Bool {
        for key in keys where try await open(sector, key) {
            for block in ClassicCard.blocks(of: sector) {
                guard let answer = try await readBlock(block, key), answer.count == 16 else { break }
                blocks[block] = answer
            }
            return true
        }
        return false
    }

    /// Reads a block. If the card refuses or the response is lost, selects the card and authenticates again,
    /// and retries once.
    ///
    /// - Returns: The block's 16 bytes; nil if the card does not return them.
    func readBlock(_ block: Int, _ key: ClassicKey) async throws(TagError) -> [UInt8]? {
        for _ in 0..<2 {
            guard try await open(ClassicCard.sector(of: block), key) else { return nil }
            do {
                commands += 1
                return try await reader.send(.readBlock(UInt8(block)))
            } catch {
                guard error.mayPass else { throw error }
                try await selectAgain()
            }
        }
        return nil
    }

    /// Authenticates to a sector, unless the session has already authenticated to it.
    ///
    /// - Returns: `false` if the card refuses the key. In that case, the card has been selected again.
    func open(_ sector: Int, _ key: ClassicKey) async throws(TagError) -> Bool {
        guard openSector != sector else { return true }
        let trailer = UInt8(ClassicCard.blocks(of: sector).upperBound)
        guard try await ask(.authenticate(block: trailer, key: key)) != nil else { return false }
        openSector = sector
        return true
    }
}
