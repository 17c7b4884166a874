/// A contradiction in a tag file, or a fact that the file's owner should know.
public struct DumpFinding: Hashable, Sendable {
    /// The kinds of finding. The names are stable and are also the `code` in JSON.
    public enum Code: String, Sendable, CaseIterable {
        // Findings about the file as a whole.
        /// Some pages, blocks or bytes are unknown.
        case incomplete
        /// The file has zeros after the tag's memory. nfc-mfclassic writes such zeros for a MIFARE Classic 1K.
        case padded
        /// The memory was not checked, because this kind of tag is not supported.
        case notChecked
        // Findings about the tag's identity.
        /// A check byte after the UID is wrong. A reader would reject the tag.
        case checkByteWrong
        /// The UID stated in the file differs from the UID in the tag's memory.
        case uidDiffers
        /// The number of pages or blocks does not match the product.
        case sizeDiffers
        /// The GET_VERSION response belongs to another product.
        case versionDiffers
        /// The ATQA or SAK does not match the kind of tag or the length of the UID.
        case selectionUnlikely
        // Findings about the contents of the tag.
        /// The capability container is missing or invalid.
        case containerWrong
        /// The capability container declares a memory size that differs from the tag's.
        case containerDiffers
        /// The Lock Control TLV belongs to a different chip.
        case lockControlWrong
        /// The application directory of a MIFARE Classic tag is damaged.
        case directoryDamaged
        /// The data area does not contain a valid NDEF message.
        case messageMalformed
        /// Bytes of an older message remain after the end of the message.
        case staleData
        // Findings about secrets.
        /// The file contains a password or key. Anyone with the file can change the tag.
        case passwordStored
        /// The tag is protected, and its password is not in the file.
        case passwordUnknown
    }

    /// The severity of a finding.
    public enum Severity: String, Sendable {
        /// The file contradicts itself, or no intact tag could have this content.
        case error
        /// The file may be correct, but its owner should know this fact.
        case warning
    }

    /// The kind of finding.
    public let code: Code
    /// A clause that describes the finding, without a full stop.
    public let summary: String
    /// The values that prove the finding. May be empty.
    public let reason: String

    /// The severity of this kind of finding.
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

    /// The next step that the user should take.
    public var remedy: String {
        switch code {
        case .incomplete: "read the tag again, with its keys or password if you have them"
        case .padded: "no action is needed; the zeros can be removed"
        case .notChecked: "check the file with the program that created it"
        case .lockControlWrong:
            "write the tag again: the Lock Control TLV makes phones lock or skip the wrong bytes"
        case .checkByteWrong, .uidDiffers:
            "read the tag again: the file was edited, or two tags were mixed"
        case .sizeDiffers, .versionDiffers, .selectionUnlikely:
            "read the tag again: the product that the file states does not match its content"
        case .containerWrong: "format the tag; the write to page 3 cannot be undone"
        case .containerDiffers:
            "phones rely on the capability container, and the size in it can never be reduced: use another tag for long messages"
        case .directoryDamaged, .messageMalformed: "write the tag again"
        case .staleData: "erase the tag to overwrite the remaining old data with zeros"
        case .passwordStored: "protect the file like the password"
        case .passwordUnknown:
            "keep a copy of the password in another place: without the password, the tag cannot be rewritten"
        }
    }

    init(_ code: Code, _ summary: String, reason: String = "") {
        self.code = code
        self.summary = summary
        self.reason = reason
    }
}
