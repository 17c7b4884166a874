/// A property of a tag that its owner should know about: a warning, and often the reason for a refused write.
public enum TagFinding: Hashable, Sendable {
    // Findings about the chip.
    /// A copy of a supported chip by another manufacturer.
    case clone(product: String)
    /// The chip refuses FAST_READ although its version supports it; READ is used instead.
    case fastReadRefused
    /// The chip is recognized but not supported.
    case unsupported(product: String, reason: String)
    /// The chip has less memory than it declares. At this page, the content of its first pages repeats.
    case memoryWraps(atPage: Int)
    /// The tag is a MIFARE Classic card, which no iPhone and few Android phones read as NDEF.
    case notReadByPhones

    // Findings about the capability container.
    /// The tag has no capability container. Formatting writes a container, which can be done only once.
    case containerMissing
    /// These bytes are not a valid container for the chip, and they cannot be corrected.
    case containerWrong([UInt8])
    /// The container declares more bytes than the chip has.
    case containerTooLarge(claimed: Int, memory: Int)
    /// The container declares fewer bytes than the chip has.
    case containerTooSmall(claimed: Int, memory: Int)
    /// The container forbids writing.
    case containerReadOnly
    /// The container's write access is proprietary (80h to FEh) or a reserved value.
    case containerWriteAccess(UInt8)

    // Findings about protected pages.
    /// Lock bits make these pages permanently read-only.
    case locked(pages: [Int])
    /// A password protects this page and all later ones against writing and, if `reading` is true, also against
    /// reading.
    case password(fromPage: Int, reading: Bool)
    /// Some pages could not be read.
    case unreadable(fromPage: Int)
    /// The configuration is permanently locked (CFGLCK).
    case configurationLocked
    /// A mirror replaces bytes of the memory with the UID or the counter when the tag is read.
    case mirror(TagMirror)

    // Findings about the content of the data area.
    /// The area contains no valid TLVs.
    case areaMalformed(NDEFError)
    /// The message violates the rules of NDEF, because it is half-written or was encoded incorrectly.
    case messageMalformed(NDEFError)
    /// The Lock Control TLV does not match the chip.
    case lockControlWrong
    /// The message has no terminator although there is room for it.
    case notTerminated
    /// Older bytes follow the message. No phone shows them, but any reader can read them.
    case staleBytes(count: Int)
}
