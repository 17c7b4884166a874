/// A property of a tag that its owner should know about. Some findings are only warnings; others are the
/// reason for a refused write.
public enum TagFinding: Hashable, Sendable {
    // Findings about the chip.
    /// The chip is another manufacturer's copy of a supported chip.
    case clone(product: String)
    /// The chip refuses FAST_READ although its version indicates that it supports the command. The tag was
    /// read with READ instead.
    case fastReadRefused
    /// The chip is recognized but not supported.
    case unsupported(product: String, reason: String)
    /// The chip has less memory than it declares. From this page on, reads return the memory from page 0
    /// again.
    case memoryWraps(atPage: Int)
    /// The tag is a MIFARE Classic card, which no iPhone and few Android phones read as NDEF.
    case notReadByPhones

    // Findings about the capability container.
    /// The tag is not formatted: it has no capability container. Formatting writes a container, which can be
    /// done only once.
    case containerMissing
    /// The tag has these bytes instead of a valid capability container, and they cannot be corrected.
    case containerWrong([UInt8])
    /// The capability container declares a larger data area than the chip has.
    case containerTooLarge(claimed: Int, memory: Int)
    /// The capability container declares a smaller data area than the chip has.
    case containerTooSmall(claimed: Int, memory: Int)
    /// Writing is forbidden by the capability container or, on a MIFARE Classic card, by the access bits.
    case containerReadOnly
    /// The capability container declares this write access, which is proprietary (80h to FEh) or reserved.
    case containerWriteAccess(UInt8)
    /// The capability container of a Type 2 tag restricts reading, so phones do not read the message.
    case containerNotReadable

    // Findings about protected pages.
    /// Lock bits make these pages permanently read-only.
    case locked(pages: [Int])
    /// A password protects this page and all later ones against writing and, if `reading` is true, also
    /// against reading.
    case password(fromPage: Int, reading: Bool)
    /// After this number of wrong passwords in a row, the protected tag refuses every password (AUTHLIM).
    case attemptLimit(Int)
    /// Block-lock bits keep pages permanently writable, so the tag can never be locked completely. `reason`
    /// names the first of these pages.
    case lockFrozen(reason: String)
    /// This page and all later ones cannot be read. On a Type 4 tag, this finding means that the NDEF file
    /// cannot be read, and the page is 0.
    case unreadable(fromPage: Int)
    /// The configuration is permanently locked (CFGLCK).
    case configurationLocked
    /// A mirror is on: the chip replaces bytes of its memory with the UID or the counter when they are read.
    case mirror(TagMirror)

    // Findings about the content of the data area.
    /// The data area or the NDEF file is malformed, so no message can be found in it.
    case areaMalformed(NDEFError)
    /// The message violates the rules of NDEF, because it is only partly written or was encoded incorrectly.
    case messageMalformed(NDEFError)
    /// A TLV before the message does not belong there, such as a Lock Control TLV that does not fit the chip.
    case lockControlWrong
    /// The message has no terminator although there is room for it.
    case notTerminated
    /// Bytes of older content follow the message; `count` is their number. Phones do not show them, but any
    /// reader can read them.
    case staleBytes(count: Int)
}
