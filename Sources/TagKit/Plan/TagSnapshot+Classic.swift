extension TagSnapshot {
    /// Interprets the blocks of a MIFARE Classic card.
    ///
    /// - Parameters:
    ///   - tag: The card's selection data.
    ///   - chip: ``Chip/classic1K`` or ``Chip/classic4K``.
    ///   - blocks: The blocks, starting with block 0, 16 bytes each; nil for blocks that were not read or
    ///     that the card refused.
    public init(_ tag: SelectedTag, chip: Chip, blocks: [[UInt8]?]) {
        let sectors = Self.ndefSectors(blocks)
        let places = sectors.flatMap { ClassicCard.dataBlocks(of: $0) }
        let units = DataUnits(
            unitBytes: ClassicCard.blockBytes, places: places.map { .block($0) },
            held: places.map(blocks.held))
        let trailers = sectors.compactMap { blocks[ClassicCard.blocks(of: $0).upperBound] }
        let isWritable = trailers.allSatisfy { ClassicCard.mayWrite(trailer: $0) }
        let reading = AreaReading(units, controlTLVs: []) { _ in isWritable }
        var findings: [TagFinding] = [.notReadByPhones]
        if sectors.isEmpty { findings.append(.containerMissing) }
        if !isWritable { findings.append(.containerReadOnly) }
        self.init(
            tag: tag, chip: chip, memory: .blocks(blocks), reading: reading, closure: nil,
            findings: findings + (sectors.isEmpty ? [] : reading.findings))
    }

    /// Returns the numbers of the sectors that the application directory assigns to NDEF; empty if there is
    /// no valid directory.
    static func ndefSectors(_ blocks: [[UInt8]?]) -> [Int] {
        guard let first = sector(0, of: blocks) else { return [] }
        let directory = try? MAD(sector0: first, sector16: sector(16, of: blocks))
        let sectors = directory?.sectors(of: MAD.ndefApplication) ?? []
        return sectors.filter { ClassicCard.blocks(of: $0).upperBound < blocks.count }
    }

    private static func sector(_ sector: Int, of blocks: [[UInt8]?]) -> [UInt8]? {
        let range = ClassicCard.blocks(of: sector)
        guard range.upperBound < blocks.count else { return nil }
        let known = blocks[range].compactMap { $0 }
        return known.count == range.count ? Array(known.joined()) : nil
    }
}
