import TextKit

/// The result of converting a tag file to a different format: the new file, and the facts that its format
/// cannot represent.
public struct DumpConversion: Hashable, Sendable {
    /// The bytes of the new file.
    public let contents: [UInt8]
    /// The facts that the new file does not contain. Empty if the conversion loses nothing.
    public let losses: [DumpLoss]
}

extension TagImage {
    /// Converts the image to a format, and lists the facts that the new file does not contain.
    ///
    /// To find the losses, this method reads the new file and compares it with this image. Unknown bytes
    /// become zeros if the format cannot mark them as unknown. The loss of ``paddingBytes`` is not listed,
    /// because they are not part of the tag's memory.
    ///
    /// - Throws: `notRepresentable` if the format cannot represent this image, or if the new file does not
    ///   read back as the same tag; `incomplete` if the format requires a UID and the image has none.
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
            throw Self.notTakenBack(
                format, reason: "the file would be read as \(copy.product) with different content")
        }
        let filled = DumpLoss(unknownBytes: filledBytes + zeroedBytes)
        return DumpConversion(
            contents: contents, losses: [filled].compactMap(\.self) + source.losses(in: copy))
    }

    /// Returns the error for a new file that does not read back as the same tag. This can happen if the image
    /// is damaged and the format has no header. Files without a header are recognized by their size and their
    /// check bytes, which may be wrong in a damaged image.
    private static func notTakenBack(_ format: DumpFormat, reason: String) -> DumpError {
        let isBest = format == .flipper
        return DumpError(
            .notRepresentable,
            "a file in the format \(format.rawValue) would not be recognized as this tag",
            reason: reason,
            remedy: isBest
                ? "check what is wrong with the tag"
                : "use the format `nfc`, and check what is wrong with the tag",
            help: isBest ? .checkTag : .check)
    }

    /// Replaces all unknown bytes with zeros, and returns the number of replaced bytes. The unknown bytes of
    /// partly known pages are already zero and are not counted.
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

    /// Returns the facts in this image that `copy` does not contain. The memory is not compared.
    func losses(in copy: TagImage) -> [DumpLoss] {
        let all: [DumpLoss?] = [
            DumpLoss(.product, product, copy.product) { "the name of the product, \($0)" },
            DumpLoss(.uid, uid, copy.uid) { "the UID in the file's header, \(Hex.upper($0))" },
            DumpLoss(.atqa, atqa, copy.atqa) { "ATQA \(Hex.upper(TypeFourText.bigEndian($0 ?? 0)))" },
            DumpLoss(.sak, sak, copy.sak) { "SAK \(Hex.upper([$0 ?? 0]))" },
            DumpLoss(.ats, ats, copy.ats) { "ATS \(Hex.upper($0))" },
            DumpLoss(.version, version, copy.version) { "the GET_VERSION response, \(Hex.upper($0))" },
            DumpLoss(.signature, signature, copy.signature) { "the signature, \($0.count) bytes" },
            DumpLoss(.counters, counters, copy.counters) {
                "the counters (\($0.map(String.init).joined(separator: ", ")))"
            },
            DumpLoss(.tearing, tearing, copy.tearing) {
                "the tearing flags (\(Hex.upper($0, separator: " ")))"
            },
            DumpLoss(.failedAuthentications, failedAuthentications, copy.failedAuthentications) {
                "the count of wrong passwords (\($0 ?? 0))"
            },
            DumpLoss(.defects, defects, copy.defects) {
                "the defects of a virtual tag (\($0.joined(separator: ", ")))"
            },
        ]
        return all.compactMap(\.self) + unreadValues.map(DumpLoss.init(unread:))
    }
}

/// A fact that is lost in a conversion, because the new format cannot represent it.
public struct DumpLoss: Hashable, Sendable {
    /// The kinds of facts that at least one format cannot represent. Their raw values are stable and also
    /// appear as `part` in JSON.
    public enum Part: String, Sendable, CaseIterable {
        /// The positions of unknown bytes. These bytes become zeros in the new file.
        case unknownBytes = "unknown_bytes"
        /// The name of the tag's product.
        case product
        /// The UID in the file's header, if it differs from the UID in the memory.
        case uid
        /// The values that the tag sends during activation.
        case atqa, sak, ats
        /// The tag's response to GET_VERSION.
        case version
        /// The tag's response to READ_SIG.
        case signature
        /// The counters and their tearing flags.
        case counters, tearing
        /// The tag's count of failed password authentications.
        case failedAuthentications = "failed_authentications"
        /// The simulated defects of a virtual tag.
        case defects
        /// A value in the old file that the image does not contain. See ``TagImage/unreadValues``.
        case otherValue = "other_value"
    }

    /// The kind of the lost fact.
    public let part: Part
    /// A phrase that names the lost fact and its value, without a period.
    public let summary: String

    private init(_ part: Part, _ summary: String) {
        self.part = part
        self.summary = summary
    }

    /// Creates a loss that reports the number of unknown bytes. Returns nil if `count` is 0.
    init?(unknownBytes count: Int) {
        guard count > 0 else { return nil }
        self.init(
            .unknownBytes,
            count == 1
                ? "the information that 1 byte is unknown (it becomes zero)"
                : "the information that \(count) bytes are unknown (they become zeros)")
    }

    /// Creates a loss for a value that was in the old file but is missing from the image.
    init(unread value: String) { self.init(.otherValue, value) }

    /// Creates a loss if the value of a fact in the image differs from its value in the copy that was read
    /// back from the new file. Returns nil if the values are equal.
    fileprivate init?<Value: Equatable>(
        _ part: Part, _ before: Value, _ after: Value, _ summary: (Value) -> String
    ) {
        guard before != after else { return nil }
        self.init(part, summary(before))
    }
}
