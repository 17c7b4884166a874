/// A tag's file in another format, and what that format has no place for.
public struct DumpConversion: Hashable, Sendable {
    /// The new file.
    public let contents: [UInt8]
    /// What a reader of the new file would not know any more; empty where it keeps everything.
    public let losses: [DumpLoss]
}

extension TagImage {
    /// The image as a file of another format, together with what is lost on the way.
    ///
    /// The losses are found by reading the new file and comparing, so that nothing is missed and nothing is claimed.
    /// Bytes that nobody knows become zeros where the format cannot mark them. ``paddingBytes`` are no part of a
    /// tag, and are left out without a word.
    ///
    /// - Throws: ``DumpError`` with `notRepresentable` where the format has no place for such a tag, or where its
    ///   file would be taken for another one; `incomplete` where it needs the UID and there is none.
    public func converted(to format: DumpFormat) throws(DumpError) -> DumpConversion {
        var source = self
        source.paddingBytes = 0
        // Only TagInfo's text can express a partly known page.
        let partlyUnknown = format == .tagInfo ? partlyUnknown : [:]
        let zeroedBytes = partlyUnknown.isEmpty ? self.partlyUnknown.values.reduce(0) { $0 + $1.count } : 0
        let contents: [UInt8]
        var filledBytes = 0
        do {
            contents = try source.contents(as: format)
        } catch  where error.code == .incomplete {
            filledBytes = source.fillGaps()
            guard filledBytes > 0 else { throw error }
            contents = try source.contents(as: format)
        }
        let copy: TagImage
        do {
            copy = try TagImage(reading: contents, named: "tag.\(format.rawValue)")
        } catch {
            throw Self.notTakenBack(format, reason: error.description)
        }
        guard copy.memory == source.memory, copy.partlyUnknown == partlyUnknown else {
            throw Self.notTakenBack(format, reason: "it would be read as \(copy.product)")
        }
        let filled = DumpLoss(unknownBytes: filledBytes + zeroedBytes)
        return DumpConversion(
            contents: contents, losses: [filled].compactMap(\.self) + source.losses(in: copy))
    }

    /// Bytes without a head are recognised by their check bytes and size, which a damaged image does not have.
    private static func notTakenBack(_ format: DumpFormat, reason: String) -> DumpError {
        DumpError(
            .notRepresentable,
            "a file of the format \(format.rawValue) would not be recognised as this tag again",
            reason: reason,
            remedy: "take the format `nfc`, and check what is wrong with the tag", help: .check)
    }

    /// Puts zeros where a byte is unknown, and says how many.
    private mutating func fillGaps() -> Int {
        switch memory {
        case .pages(let pages):
            memory = .pages(pages.map { $0 ?? [0, 0, 0, 0] })
            return pages.count { $0 == nil } * 4
        case .blocks(let blocks):
            memory = .blocks(blocks.map { $0.map { $0 ?? 0 } })
            return blocks.reduce(0) { $0 + $1.count { $0 == nil } }
        case .files, .opaque: return 0
        }
    }
}
