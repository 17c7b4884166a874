/// A tag at rest: what a file of a tag holds, whatever its format.
///
/// Only facts that were in the file: an image may be incomplete, and may contradict itself (`check` tells).
public struct TagImage: Hashable, Sendable {
    /// Which memory the tag has.
    public enum Memory: Hashable, Sendable {
        /// Pages of 4 bytes; nil where the file does not know a page.
        case pages([[UInt8]?])
        /// MIFARE Classic blocks of 16 bytes; nil where the file does not know a block.
        case blocks([[UInt8]?])
        /// A Type 4 tag: its files by file id.
        case files([TypeFourFile])
        /// A tag that this package does not read as NDEF (ISO 15693, DESFire …), with its bytes as far as known.
        case opaque([UInt8])
    }

    /// One elementary file of a Type 4 tag.
    public struct TypeFourFile: Hashable, Sendable {
        /// E103 for the capability container, E104 usually for the NDEF file.
        public var id: UInt16
        /// The whole file, its unused end included.
        public var bytes: [UInt8]

        /// A file with its id.
        public init(id: UInt16, bytes: [UInt8]) {
            self.id = id
            self.bytes = bytes
        }
    }

    /// The product as the file names it: `NTAG213`, `Mifare Ultralight C`, `Mifare Classic 1K`, `TapKit Type 4`.
    public var product: String
    /// The UID as the file states it; empty when it does not.
    public var uid: [UInt8]
    /// ATQA, high byte first.
    public var atqa: UInt16?
    /// SAK.
    public var sak: UInt8?
    /// The answer to RATS without TL; empty without ISO-DEP.
    public var ats: [UInt8] = []
    /// What GET_VERSION answers: 8 bytes, or empty.
    public var version: [UInt8] = []
    /// What READ_SIG answers: 32 bytes, or empty.
    public var signature: [UInt8] = []
    /// One-way counters, as far as the file has them.
    public var counters: [UInt32] = []
    /// Tearing flags of the counters.
    public var tearing: [UInt8] = []
    /// The memory.
    public var memory: Memory

    /// Makes an image with what every file has; the rest is set afterwards.
    public init(product: String, uid: [UInt8], memory: Memory) {
        self.product = product
        self.uid = uid
        self.memory = memory
    }
}
