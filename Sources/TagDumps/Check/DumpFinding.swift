/// Something in a file of a tag that contradicts itself, or that its owner should know.
public struct DumpFinding: Hashable, Sendable {
    /// The kinds of finding; stable names, also the `code` in JSON.
    public enum Code: String, Sendable, CaseIterable {
        // The file as a whole.
        /// Pages, blocks or bytes that nobody knows.
        case incomplete
        /// Zeros behind the tag's memory, as nfc-mfclassic writes them for a 1K.
        case padded
        /// The memory was not checked, because this kind of tag is not supported.
        case notChecked
        // Who the tag says that it is.
        /// A check byte behind the UID is wrong; a reader would refuse the tag.
        case checkByteWrong
        /// The UID that the file states is not the one in its memory.
        case uidDiffers
        /// No such product has that many pages or blocks.
        case sizeDiffers
        /// The GET_VERSION answer is another product's.
        case versionDiffers
        /// ATQA or SAK are not those of such a tag, or not of a UID of that length.
        case selectionUnlikely
        // What stands on it.
        /// No capability container stands where one belongs, or it breaks the rules.
        case containerWrong
        /// The capability container does not count the memory that the tag has.
        case containerDiffers
        /// The Lock Control TLV belongs to a different chip.
        case lockControlWrong
        /// The application directory of a MIFARE Classic is damaged.
        case directoryDamaged
        /// What stands in the area is no NDEF message.
        case messageMalformed
        /// Bytes of something older stand behind the message.
        case staleData
        // Secrets.
        /// A password or key stands in the file: whoever has the file has the tag.
        case passwordStored
        /// The tag is protected, and its password is not in the file.
        case passwordUnknown
    }

    /// How much a finding weighs.
    public enum Severity: String, Sendable {
        /// The file contradicts itself, or no good tag is like it.
        case error
        /// The file may be right; its owner should know.
        case warning
    }

    /// What kind it is.
    public let code: Code
    /// What is the matter, in half a sentence without a full stop.
    public let summary: String
    /// The values that prove it; may be empty.
    public let reason: String

    /// Whether the file is wrong, or only worth a word.
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

    /// What to do about it.
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
            "phones believe the container: on a tag it can never be lowered, take another one for long messages"
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
