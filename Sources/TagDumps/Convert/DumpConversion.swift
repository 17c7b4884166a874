import TextKit

/// A tag file in another format, and the facts that this format cannot hold.
public struct DumpConversion: Hashable, Sendable {
    /// The new file.
    public let contents: [UInt8]
    /// The facts that the new file lacks; empty if it keeps everything.
    public let losses: [DumpLoss]
}

extension TagImage {
    /// Converts the image to another format, and lists the losses.
    ///
    /// The losses are found by reading the new file and comparing, so the list is complete and correct. Unknown bytes
    /// become zeros if the format cannot mark them. ``paddingBytes`` are not part of a tag, so their loss is not
    /// listed.
    ///
    /// - Throws: ``DumpError`` with `notRepresentable` if the format cannot hold such a tag, or if its file would be
    ///   detected as another format; `incomplete` if it needs the UID and the image has none.
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

    /// Returns the error of a file that would be detected as another tag. Bytes without a header are recognized by
    /// check bytes and size, which a damaged image does not have.
    private static func notTakenBack(_ format: DumpFormat, reason: String) -> DumpError {
        DumpError(
            .notRepresentable,
            "a file of the format \(format.rawValue) would not be recognised as this tag again",
            reason: reason,
            remedy: "use the format `nfc`, and check what is wrong with the tag", help: .check)
    }

    /// Replaces unknown bytes with zeros, and returns their number.
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

    /// Returns the facts, apart from memory, that this image has and `copy` lacks.
    func losses(in copy: TagImage) -> [DumpLoss] {
        let all: [DumpLoss?] = [
            DumpLoss(.product, product, copy.product) { "its name, \($0)" },
            DumpLoss(.uid, uid, copy.uid) { "the UID that is stated, \(Hex.upper($0))" },
            DumpLoss(.atqa, atqa, copy.atqa) { "ATQA \(Hex.upper(TypeFourText.bigEndian($0 ?? 0)))" },
            DumpLoss(.sak, sak, copy.sak) { "SAK \(Hex.upper([$0 ?? 0]))" },
            DumpLoss(.ats, ats, copy.ats) { "ATS \(Hex.upper($0))" },
            DumpLoss(.version, version, copy.version) { "the GET_VERSION answer, \(Hex.upper($0))" },
            DumpLoss(.signature, signature, copy.signature) { "the signature, \($0.count) bytes" },
            DumpLoss(.counters, counters, copy.counters) {
                "the counters, \($0.map(String.init).joined(separator: ", "))"
            },
            DumpLoss(.tearing, tearing, copy.tearing) {
                "the tearing flags, \(Hex.upper($0, separator: " "))"
            },
            DumpLoss(.failedAuthentications, failedAuthentications, copy.failedAuthentications) {
                "that \($0 ?? 0) wrong passwords were counted"
            },
            DumpLoss(.defects, defects, copy.defects) {
                "the defects of a virtual tag, \($0.joined(separator: ", "))"
            },
        ]
        return all.compactMap(\.self) + unreadValues.map(DumpLoss.init(unread:))
    }
}

/// A fact that a format cannot hold, and that a conversion therefore loses.
public struct DumpLoss: Hashable, Sendable {
    /// The parts of an image that some format has no place for; stable names, also the `part` in JSON.
    public enum Part: String, Sendable, CaseIterable {
        /// The mark of unknown bytes, which became zeros.
        case unknownBytes = "unknown_bytes"
        /// The product name of the tag.
        case product
        /// The UID stated in the file, if its memory has another one.
        case uid
        /// The tag's responses when it is selected.
        case atqa, sak, ats
        /// The GET_VERSION answer.
        case version
        /// The READ_SIG answer.
        case signature
        /// The counters and their tearing flags.
        case counters, tearing
        /// The number of failed password attempts.
        case failedAuthentications = "failed_authentications"
        /// The defects of a virtual tag.
        case defects
        /// A value in the file that the image cannot represent; see ``TagImage/unreadValues``.
        case otherValue = "other_value"
    }

    /// The lost part.
    public let part: Part
    /// The part with its value: half a sentence without a full stop.
    public let summary: String

    private init(_ part: Part, _ summary: String) {
        self.part = part
        self.summary = summary
    }

    /// Creates the loss of unknown bytes, which become zeros; nil for a count of 0.
    init?(unknownBytes count: Int) {
        guard count > 0 else { return nil }
        let what =
            count == 1
            ? "1 byte is unknown: it becomes zero" : "\(count) bytes are unknown: they become zeros"
        self.init(.unknownBytes, "that \(what)")
    }

    /// Creates the loss of a value that the image cannot represent.
    init(unread value: String) { self.init(.otherValue, value) }

    /// Creates the loss of a part that differs between an image and its copy; nil if it does not.
    fileprivate init?<Value: Equatable>(
        _ part: Part, _ before: Value, _ after: Value, _ summary: (Value) -> String
    ) {
        guard before != after else { return nil }
        self.init(part, summary(before))
    }
}
