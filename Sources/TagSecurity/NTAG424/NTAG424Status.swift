import TagKit

/// The status words of NXP's own commands that are told apart here. Source: NXP NTAG 424 DNA data sheet §10.3.
enum NTAG424Status {
    static let done: UInt16 = 0x9100
    static let more: UInt16 = 0x91AF
    static let integrity: UInt16 = 0x911E
    static let permission: UInt16 = 0x919D
    static let delay: UInt16 = 0x91AD
    static let authentication: UInt16 = 0x91AE

    /// Why a command was refused.
    ///
    /// - Parameter what: What was asked for, as `to change key 1`.
    static func refusal(_ what: String, _ status: UInt16) -> TagError {
        let word = String(status, radix: 16, uppercase: true)
        let (code, meaning): (TagError.Code, String) =
            switch status {
            case integrity: (.passwordProtected, ": the key that it has is another one")
            case authentication: (.passwordProtected, ": the key that was given has not the right")
            case permission:
                (
                    .passwordProtected,
                    ": the key is blocked after too many wrong ones, or the tag was switched to LRP permanently"
                )
            case delay: (.passwordProtected, ": after so many wrong keys it makes one wait")
            case 0x911C, 0x6D00, 0x6E00: (.unsupportedTag, ": it does not know the command")
            default: (.nak, "")
            }
        return TagError(
            code, "the tag refused \(what)", reason: "status word \(word)\(meaning)",
            remedy: status == delay
                ? "leave it on the reader and try again: each try takes a part of the delay off"
                : "hold it still and try again; if it refuses again, take another tag")
    }
}
