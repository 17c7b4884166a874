/// Something about a tag that its owner wants to know: a warning, and often why a write is refused.
public enum TagFinding: Hashable, Sendable {
    // The chip.
    /// Another maker's copy of a known chip.
    case clone(product: String)
    /// The chip says that it knows FAST_READ and refuses it; READ is used instead.
    case fastReadRefused
    /// The chip is known by name and not supported.
    case unsupported(product: String, reason: String)
    /// The chip has less memory than it claims: from this page on its first pages stand there again.
    case memoryWraps(atPage: Int)
    /// MIFARE Classic: no iPhone and few Android phones read it as NDEF.
    case notReadByPhones

    // The capability container.
    /// There is none yet; formatting writes it once.
    case containerMissing
    /// These bytes are no container that fits, and it cannot be undone.
    case containerWrong([UInt8])
    /// The container claims more bytes than the chip has.
    case containerTooLarge(claimed: Int, memory: Int)
    /// The container leaves some of the chip's memory out.
    case containerTooSmall(claimed: Int, memory: Int)
    /// The container says that nothing may be written.
    case containerReadOnly
    /// The container's write access is proprietary (80h to FEh) or a reserved value.
    case containerWriteAccess(UInt8)

    // What closes pages.
    /// Lock bits close these pages for ever.
    case locked(pages: [Int])
    /// A password closes the pages from this one on: for writing, or for reading too.
    case password(fromPage: Int, reading: Bool)
    /// Some pages could not be read.
    case unreadable(fromPage: Int)
    /// The configuration can never be changed again (CFGLCK).
    case configurationLocked
    /// What is read is not what stands there: UID or counter are laid over it.
    case mirror(TagMirror)

    // What stands in the area.
    /// No TLVs can be read there.
    case areaMalformed(NDEFError)
    /// A message stands there that breaks the rules of NDEF: half-written, or wrongly made.
    case messageMalformed(NDEFError)
    /// The Lock Control TLV is not the one that this chip needs.
    case lockControlWrong
    /// No terminator stands behind the message although there is room.
    case notTerminated
    /// Bytes of something older stand behind the message; no phone shows them, any reader can read them.
    case staleBytes(count: Int)
}
