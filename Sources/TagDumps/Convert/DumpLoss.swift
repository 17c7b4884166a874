import TextKit

/// Something that a format has no place for, so that a conversion leaves it behind.
public struct DumpLoss: Hashable, Sendable {
    /// The parts of an image that some format has no place for; stable names, also the `part` in JSON.
    public enum Part: String, Hashable, Sendable, CaseIterable {
        /// That some bytes are unknown: they became zeros.
        case unknownBytes = "unknown_bytes"
        /// What the tag is called.
        case product
        /// The UID as the file states it, where its memory says another one.
        case uid
        /// What the tag answers when it is selected.
        case atqa, sak, ats
        /// The GET_VERSION answer.
        case version
        /// The READ_SIG answer.
        case signature
        /// The counters and their tearing flags.
        case counters, tearing
        /// How many wrong passwords were counted.
        case failedAuthentications = "failed_authentications"
        /// What is wrong with a virtual tag.
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

    /// Zeros for bytes that nobody knows; nil for none.
    init?(unknownBytes count: Int) {
        guard count > 0 else { return nil }
        let what =
            count == 1
            ? "1 byte is unknown: it becomes zero" : "\(count) bytes are unknown: they become zeros"
        self.init(.unknownBytes, "that \(what)")
    }

    /// Creates the loss of a value that the image cannot represent.
    init(unread value: String) { self.init(.otherValue, value) }

    /// The part that differs between an image and its copy; nil where it does not.
    fileprivate init?<Value: Equatable>(
        _ part: Part, _ before: Value, _ after: Value, _ summary: (Value) -> String
    ) {
        guard before != after else { return nil }
        self.init(part, summary(before))
    }
}

extension TagImage {
    /// What this image says beside its memory, and `copy` does not.
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
