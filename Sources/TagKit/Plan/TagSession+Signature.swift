/// What came of asking a tag for its maker's signature.
public enum SignatureReading: Hashable, Sendable {
    /// The signature: 32 bytes of a Type 2 tag.
    case signature([UInt8])
    /// The tag should know READ_SIG, and refused it twice.
    case refused
    /// This chip has no signature.
    case notOfThisChip
    /// The reader cannot carry the command.
    case notThroughThisReader
}

extension TagSession {
    /// Asks the tag of the last look for its maker's signature of the UID: one command, or none.
    ///
    /// The signature is public, and is read whatever password there is.
    ///
    /// Source: NXP NTAG213/215/216 data sheet §10.8 (READ_SIG).
    ///
    /// - Throws: `tagLost` when the tag has left, and the reader's errors.
    public func readSignature() async throws(TagError) -> SignatureReading {
        guard let chip, chip.features.contains(.signature) else { return .notOfThisChip }
        guard reader.capabilities.contains(.type2Extended) else { return .notThroughThisReader }
        guard let answer = try await ask(.readSignature), answer.count == 32 else { return .refused }
        return .signature(answer)
    }
}
