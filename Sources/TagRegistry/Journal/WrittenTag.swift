/// What was found out about a tag while it was written and read back.
public struct WrittenTag: Hashable, Sendable {
    /// Its UID, upper-case hex.
    public var uid: String
    /// SHA-256 of the NDEF message as it was read back, lower-case hex.
    public var readBackHash: String
    /// What READ_SIG proves; nil where nobody looked.
    public var originality: OriginalityVerdict?
    /// The 32 bytes of READ_SIG in lower-case hex; nil where the chip gave none.
    public var signature: String?

    /// A tag that was read back.
    public init(
        uid: String, readBackHash: String, originality: OriginalityVerdict? = nil, signature: String? = nil
    ) {
        self.uid = uid
        self.readBackHash = readBackHash
        self.originality = originality
        self.signature = signature
    }
}
