import TextKit

/// A tag file converted to a different format, and the facts that this format cannot represent.
public struct DumpConversion: Hashable, Sendable {
    /// The contents of the new file.
    public let contents: [UInt8]
    /// The facts that the new file does not contain. Empty if nothing is lost.
    public let losses: [DumpLoss]
}

extension TagImage {
    /// Converts the image to another format, and lists the losses.
    ///
    /// The losses are determined by reading the new file and comparing it with the image, so the list is complete and
    /// correct. Unknown bytes become zeros if the format cannot mark them. ``paddingBytes`` are not part of a tag, so
    /// their loss is not listed.
    ///
    /// - Throws: ``DumpError`` with `notRepresentable` if the format cannot represent such a tag, or if the new file
    ///   would be detected as another format. `incomplete` if the format requires a UID and the image has none.
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
            throw Self.notTakenBack(format, reason: "the file would be read as \(copy.product)")
        }
        let filled = DumpLoss(unknownBytes: filledBytes + zeroedBytes)
        return DumpConversion(
            contents: contents, losses: [filled].compactMap(\.self) + source.losses(in: copy))
    }

    /// Returns the error for a file that would be detected as another tag. A headerless file is recognized by its check
    /// bytes and size, which can be wrong in a damaged image.
    private static func notTakenBack(_ format: DumpFormat, reason: String) -> DumpError {
        DumpError(
            .notRepresentable,
            "a file of the format \(format.rawValue) would not be recognized as this tag again",
            reason: reason,
            remedy: "use the format `nfc`, and check what is wrong with the tag", help: .check)
    }

    /// Replaces unknown bytes with zeros. Returns the number of replaced bytes.
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

    /// Returns the facts, other than memory, that this image contains and `copy` does not.
    func losses(in copy: TagImage) -> [DumpLoss] {
        let all: [DumpLoss?] = [
            DumpLoss(.product, product, copy.product) { "the name of the product, \($0)" },
            DumpLoss(.uid, uid, copy.uid) { "the stated UID, \(Hex.upper($0))" },
            DumpLoss(.atqa, atqa, copy.atqa) { "ATQA \(Hex.upper(TypeFourText.bigEndian($0 ?? 0)))" },
            DumpLoss(.sak, sak, copy.sak) { "SAK \(Hex.upper([$0 ?? 0]))" },
            DumpLoss(.ats, ats, copy.ats) { "ATS \(Hex.upper($0))" },
            DumpLoss(.version, version, copy.version) { "the GET_VERSION response, \(Hex.upper($0))" },
            DumpLoss(.signature, signature, copy.signature) { "the signature, \($0.count) bytes" },
            DumpLoss(.counters, counters, copy.counters) {
                "the counters, \($0.map(String.init).joined(separator: ", "))"
            },
            DumpLoss(.tearing, tearing, copy.tearing) {
                "the tearing flags, \(Hex.upper($0, separator: " "))"
            },
            DumpLoss(.failedAuthentications, failedAuthentications, copy.failedAuthentications) {
                "the count of wrong passwords, \($0 ?? 0)"
            },
            DumpLoss(.defects, defects, copy.defects) {
                "the defects of a virtual tag, \($0.joined(separator: ", "))"
            },
        ]
        return all.compactMap(\.self) + unreadValues.map(DumpLoss.init(unread:))
    }
}

/// A fact that a format cannot represent, and that a conversion therefore loses.
public struct DumpLoss: Hashable, Sendable {
    /// The kinds of facts that at least one format cannot represent. The names are stable and are also the `part` in
    /// JSON.
    public enum Part: String, Sendable, CaseIterable {
        /// The positions of the unknown bytes, which became zeros.
        case unknownBytes = "unknown_bytes"
        /// The product name of the tag.
        case product
        /// The UID stated in the file, if the UID in its memory is different.
        case uid
        /// The tag's responses when it is selected.
        case atqa, sak, ats
        /// The GET_VERSION response.
        case version
        /// The READ_SIG response.
        case signature
        /// The counters and their tearing flags.
        case counters, tearing
        /// The number of failed password attempts.
        case failedAuthentications = "failed_authentications"
        /// The defects of a virtual tag.
        case defects
        /// A value in the file that the image cannot represent. See ``TagImage/unreadValues``.
        case otherValue = "other_value"
    }

    /// The kind of fact that is lost.
    public let part: Part
    /// A phrase with the lost fact and its value, without a full stop.
    public let summary: String

    private init(_ part: Part, _ summary: String) {
        self.part = part
        self.summary = summary
    }

    /// Creates the loss of unknown bytes, which become zeros. Returns nil for a count of 0.
    init?(unknownBytes count: Int) {
        guard count > 0 else { return nil }
        let what =
            count == 1
            ? "1 byte is unknown: it becomes zero" : "\(count) bytes are unknown: they become zeros"
        self.init(.unknownBytes, "that \(what)")
    }

    /// Creates the loss of a value that the image cannot represent.
    init(unread value: String) { self.init(.otherValue, value) }

    /// Creates the loss of a fact that differs between an image and its copy. Returns nil if they are equal.
    fileprivate init?<Value: Equatable>(
        _ part: Part, _ before: Value, _ after: Value, _ summary: (Value) -> String
    ) {
        guard before != after else { return nil }
        self.init(part, summary(before))
    }
}
