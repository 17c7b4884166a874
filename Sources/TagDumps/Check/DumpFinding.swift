/// A contradiction in a tag file, or a fact that its owner should know.
public struct DumpFinding: Hashable, Sendable {
    /// The kinds of finding; stable names, also the `code` in JSON.
    public enum Code: String, Sendable, CaseIterable {
        // The file as a whole.
        /// Some pages, blocks or bytes are unknown.
        case incomplete
        /// The file has zeros after the tag's memory, as nfc-mfclassic writes them for a 1K.
        case padded
        /// The memory was not checked, because this kind of tag is not supported.
        case notChecked
        // The tag's identity.
        /// A check byte after the UID is wrong; a reader would refuse the tag.
        case checkByteWrong
        /// The UID stated in the file differs from the one in its memory.
        case uidDiffers
        /// The number of pages or blocks does not fit the product.
        case sizeDiffers
        /// The GET_VERSION answer is another product's.
        case versionDiffers
        /// ATQA or SAK do not match the kind of tag, or the length of the UID.
        case selectionUnlikely
        // The contents of the tag.
        /// The capability container is missing or invalid.
        case containerWrong
        /// The capability container declares a size that the tag does not have.
        case containerDiffers
        /// The Lock Control TLV belongs to a different chip.
        case lockControlWrong
        /// The application directory of a MIFARE Classic is damaged.
        case directoryDamaged
        /// The data area does not contain a valid NDEF message.
        case messageMalformed
        /// Bytes of an older message remain after the message.
        case staleData
        // Secrets.
        /// The file contains a password or key: anyone with the file can change the tag.
        case passwordStored
        /// The tag is protected, and its password is not in the file.
        case passwordUnknown
    }

    /// The severity of a finding.
    public enum Severity: String, Sendable {
        /// The file contradicts itself, or no intact tag is like it.
        case error
        /// The file may be right; its owner should know.
        case warning
    }

    /// The kind of finding.
    public let code: Code
    /// A description: half a sentence without a full stop.
    public let summary: String
    /// The values that prove the finding; may be empty.
    public let reason: String

    /// The severity of this kind.
    public var severity: Severity {
        switch code {
        case .incomplete, .padded, .notChecked, .lockControlWrong, .staleData, .passwordStored,
            .passwordUnknown:
            .warning
        case .checkByteWrong, .uidDiffers, .sizeDiffers, .versionDiffers, .selectionUnlikely, .containerWrong,
            .containerDiffers, .directoryDamaged, .messageMalformed:
            .error
        }
    }

    /// The step to take next.
    public var remedy: String {
        switch code {
        case .incomplete: "read the tag again, with its keys or password if you have them"
        case .padded: "nothing; the zeros can be left out"
        case .notChecked: "check it with the program that made the file"
        case .lockControlWrong: "write the tag again: the TLV makes phones lock or skip the wrong bytes"
        case .checkByteWrong, .uidDiffers:
            "read the tag again: the file was edited, or two tags were mixed"
        case .sizeDiffers, .versionDiffers, .selectionUnlikely:
            "read the tag again: the file names another product than it holds"
        case .containerWrong: "format the tag; page 3 cannot be undone"
        case .containerDiffers:
            "phones trust the container, and a tag's can never be lowered: use another tag for long messages"
        case .directoryDamaged, .messageMalformed: "write the tag again"
        case .staleData: "erase the tag to zero what is left on it"
        case .passwordStored: "keep the file as you would keep the password"
        case .passwordUnknown: "keep the password elsewhere: without it the tag cannot be rewritten"
        }
    }

    init(_ code: Code, _ summary: String, reason: String = "") {
        self.code = code
        self.summary = summary
        self.reason = reason
    }
}
