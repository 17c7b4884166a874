/// What an NTAG 424 DNA put into its URL at one tap: who it is, the how many-th tap, and a code that proves it.
///
/// NXP's words: secure unique NFC message (SUN), made by secure dynamic messaging (SDM). Source: NXP AN12196 §4.
public struct SUNMessage: Hashable, Sendable {
    /// The tag and its counter.
    public enum Identity: Hashable, Sendable {
        /// PICCData, enciphered: 16 bytes (AES) or 24 (LRP).
        case enciphered([UInt8])
        /// UID and counter, readable by everybody.
        case plain(uid: [UInt8], counter: UInt32)
    }

    /// Who and how many.
    public var identity: Identity
    /// Enciphered bytes of the file; whole blocks, and none where the URL has none.
    public var file: [UInt8]
    /// The part of the URL that the code is over, as it stands there; often nothing.
    public var macInput: [UInt8]
    /// The code: 8 bytes.
    public var mac: [UInt8]

    /// Makes a message from its parts.
    public init(identity: Identity, file: [UInt8] = [], macInput: [UInt8] = [], mac: [UInt8]) {
        self.identity = identity
        self.file = file
        self.macInput = macInput
        self.mac = mac
    }
}
