/// A tag at rest: what a file of a tag holds, whatever its format.
///
/// Only facts that were in the file: an image may be incomplete, and may contradict itself (`check` tells).
public struct TagImage: Hashable, Sendable {
    /// Which memory the tag has.
    public enum Memory: Hashable, Sendable {
        /// A Type 2 tag: pages of 4 bytes; nil where the file does not know a page.
        case pages([[UInt8]?])
        /// MIFARE Classic: blocks of 16 bytes; nil for each byte that the file does not know, as a key that was
        /// never found.
        case blocks([[UInt8?]])
        /// A Type 4 tag: its elementary files, by rising id.
        case files([TypeFourFile])
        /// A tag that this package does not read as NDEF (ISO 15693, DESFire …), with its bytes as far as known.
        case opaque([UInt8])
    }

    /// One elementary file of a Type 4 tag.
    public struct TypeFourFile: Hashable, Sendable {
        /// E103 for the capability container, E104 usually for the NDEF file.
        public var id: UInt16
        /// The whole file, its unused end included; at most 65,535 bytes.
        public var bytes: [UInt8]

        /// A file with its id.
        public init(id: UInt16, bytes: [UInt8]) {
            self.id = id
            self.bytes = bytes
        }

        /// Creates the NDEF file E104 with only this message, at most 65,533 bytes.
        init(messageBytes: [UInt8]) {
            self.init(id: 0xE104, bytes: TypeFourText.bigEndian(UInt16(messageBytes.count)) + messageBytes)
        }
    }

    /// The product in the words of the Flipper: `NTAG213`, `Mifare Ultralight C`, `Mifare Classic 1K`.
    ///
    /// As the file names it; where a format names none, as its size and GET_VERSION tell.
    public var product: String
    /// The UID as the file states it, else as its first pages or block say; empty where neither is known.
    public var uid: [UInt8]
    /// ATQA, high byte first; nil where the format does not say.
    public var atqa: UInt16?
    /// SAK; nil where the format does not say.
    public var sak: UInt8?
    /// The answer to RATS without TL; empty without ISO-DEP.
    public var ats: [UInt8] = []
    /// What GET_VERSION answers: 8 bytes, of a Type 4 tag up to 64; empty where the tag has no such command.
    public var version: [UInt8] = []
    /// What READ_SIG answers: 32 bytes, of an NTAG 424 DNA 56; empty where the file has none (or has zeros).
    public var signature: [UInt8] = []
    /// Three one-way counters of 24 bits; an NTAG21x has its only one, READ_CNT `02`, in the last.
    public var counters: [UInt32] = [0, 0, 0]
    /// The tearing flags of the three counters; `BD` where a counter is whole.
    public var tearing: [UInt8] = [0, 0, 0]
    /// How many wrong passwords the tag has counted; nil where the format does not say.
    public var failedAuthentications: UInt32?
    /// In what a virtual tag differs from a good one, by the names that the simulator gives; a real tag has none.
    public var defects: [String] = []
    /// The unknown bytes of partly known pages, by page. They are zero in the memory.
    ///
    /// TagInfo prints such pages: `[2A] . 00 05 -- --`.
    public var partlyUnknown: [Int: [Int]] = [:]
    /// Values in the file that the image cannot represent, such as keys that differ from the trailers. Each entry is a
    /// name and its value.
    ///
    /// No format stores them, so a conversion lists them as lost.
    public var unreadValues: [String] = []
    /// Zeros that the file had behind the tag's memory: nfc-mfclassic writes 4,096 bytes even for a 1K.
    public var paddingBytes = 0
    /// The memory.
    public var memory: Memory

    /// Makes an image with what every file has; the rest is set afterwards.
    public init(product: String, uid: [UInt8], memory: Memory) {
        self.product = product
        self.uid = uid
        self.memory = memory
    }
}
