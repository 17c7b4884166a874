import TextKit

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

    /// Returns the facts besides memory that this image has and `copy` lacks.
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
        /// That some bytes are unknown: they became zeros.
        case unknownBytes = "unknown_bytes"
        /// The product name of the tag.
        case product
        /// The UID as the file states it, where its memory says another one.
        case uid
        /// The tag's responses when it is selected.
        case atqa, sak, ats
        /// The GET_VERSION answer.
        case version
        /// The READ_SIG answer.
        case signature
        /// The counters and their tearing flags.
        case counters, tearing
        /// How many wrong passwords were counted.
        case failedAuthentications = "failed_authentications"
        /// The defects of a virtual tag.
        case defects
        /// A value in the file that the image cannot represent; see ``TagImage/unreadValues``.
        case otherValue = "other_value"
    }

    /// Which part is lost.
    public let part: Part
    /// The part with its value, in half a sentence without a full stop.
    public let summary: String

    private init(_ part: Part, _ summary: String) {
        self.part = part
        self.summary = summary
    }

    /// The loss that unknown bytes become zeros; nil for a count of 0.
    init?(unknownBytes count: Int) {
        guard count > 0 else { return nil }
        let what =
            count == 1
            ? "1 byte is unknown: it becomes zero" : "\(count) bytes are unknown: they become zeros"
        self.init(.unknownBytes, "that \(what)")
    }

    /// Creates the loss of a value that the image cannot represent.
    init(unread value: String) { self.init(.otherValue, value) }

    /// The part that differs between an image and its copy; nil if it does not.
    fileprivate init?<Value: Equatable>(
        _ part: Part, _ before: Value, _ after: Value, _ summary: (Value) -> String
    ) {
        guard before != after else { return nil }
        self.init(part, summary(before))
    }
}
