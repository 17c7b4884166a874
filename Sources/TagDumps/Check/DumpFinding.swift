/// A contradiction in a tag file, or another fact that the file's owner should know.
public struct DumpFinding: Hashable, Sendable {
    /// The kinds of findings. Their raw values are stable and also appear as `code` in JSON.
    public enum Code: String, Sendable, CaseIterable {
        // Findings about the file as a whole.
        /// Some of the tag's content is missing from the file, or appears to be.
        case incomplete
        /// Zeros or repeated pages follow the tag's memory in the file. For example, nfc-mfclassic adds zeros
        /// to a MIFARE Classic 1K.
        case padded
        /// The memory was not checked, because tags of this kind are not supported.
        case notChecked
        // Findings about the tag's identity.
        /// A check byte after the UID is wrong. Readers would not accept a tag with this memory.
        case checkByteWrong
        /// The UID in the file's header differs from the UID in the tag's memory.
        case uidDiffers
        /// The number of pages in the file differs from that of the product.
        case sizeDiffers
        /// The response to GET_VERSION does not match the product.
        case versionDiffers
        /// The ATQA or SAK does not match the kind of tag or the length of the UID.
        case selectionUnlikely
        // Findings about the contents of the tag.
        /// The capability container is missing or invalid.
        case containerWrong
        /// The capability container declares the wrong size for the memory or the NDEF file, or declares an
        /// NDEF file that is missing.
        case containerDiffers
        /// The Lock Control TLV belongs to a different chip.
        case lockControlWrong
        /// The application directory of a MIFARE Classic card is damaged.
        case directoryDamaged
        /// The access bits of a MIFARE Classic sector contradict their inverted copy.
        case accessBitsWrong
        /// The data area or the NDEF file does not contain a valid NDEF message.
        case messageMalformed
        /// Bytes of an older message remain after the end of the message.
        case staleData
        // Findings about secrets.
        /// The file contains a password or secret key, so anyone with the file can change the tag.
        case passwordStored
        /// A password or key protects the tag, but the file does not contain it.
        case passwordUnknown
    }

    /// The severity of a finding.
    public enum Severity: String, Sendable {
        /// The file contradicts itself, or a working tag could not have this content.
        case error
        /// The file may be correct, but its owner should know this fact.
        case warning
    }

    /// The kind of finding.
    public let code: Code
    /// A clause that describes the finding, without a period.
    public let summary: String
    /// Details, such as the observed values. May be empty.
    public let reason: String
    /// The next step for the user.
    public let remedy: String

    /// The severity, which depends only on the kind of finding.
    public var severity: Severity {
        switch code {
        case .incomplete, .padded, .notChecked, .lockControlWrong, .staleData, .passwordStored,
            .passwordUnknown:
            .warning
        case .checkByteWrong, .uidDiffers, .sizeDiffers, .versionDiffers, .selectionUnlikely, .containerWrong,
            .containerDiffers, .directoryDamaged, .accessBitsWrong, .messageMalformed:
            .error
        }
    }

    init(_ code: Code, _ summary: String, reason: String = "", remedy: String? = nil) {
        self.code = code
        self.summary = summary
        self.reason = reason
        self.remedy = remedy ?? code.usualRemedy
    }
}

extension DumpFinding.Code {
    /// The next step for most findings of this kind.
    fileprivate var usualRemedy: String {
        switch self {
        case .incomplete: "read the tag again, with its keys or password if you have them"
        case .padded: "no action is needed; the extra bytes can be removed"
        case .notChecked: "check the file with the program that created it"
        case .lockControlWrong:
            "write the tag again: the Lock Control TLV makes phones lock or skip the wrong bytes"
        case .checkByteWrong, .uidDiffers, .selectionUnlikely:
            "read the tag again: the file may have been edited, or may contain data from two tags"
        case .sizeDiffers, .versionDiffers:
            "read the tag again: the file's content does not match the product that the file names"
        case .containerWrong: "format the tag; if that fails, use another tag"
        case .containerDiffers:
            "use another tag for long messages: phones rely on the size in the capability container"
        case .directoryDamaged: "format the card for NDEF with another program, or use another tag"
        case .accessBitsWrong:
            "read the sector again; if a card had this trailer, its chip would block the sector permanently"
        case .messageMalformed: "write the tag again"
        case .staleData: "erase the tag to overwrite the remaining old data with zeros"
        case .passwordStored: "make sure that only you can read the file, and do not share it"
        case .passwordUnknown:
            "keep a copy of the password or key in another place: without it, the tag cannot be rewritten"
        }
    }
}
