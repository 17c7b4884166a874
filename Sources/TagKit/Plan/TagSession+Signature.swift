/// What came of asking a tag for its maker's signature.
public enum SignatureReading: Hashable, Sendable {
    /// The signature: 32 bytes of a Type 2 tag, 56 of an NTAG 424 DNA.
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
    /// The signature is public, and is read whatever password or keys there are. An NTAG 424 DNA's NDEF file is opened
    /// again afterwards.
    ///
    /// Source: NXP NTAG213/215/216 data sheet §10.8 (READ_SIG); NXP AN12196 §7.2 (Read_Sig).
    ///
    /// - Throws: `tagLost` when the tag has left, and the reader's errors.
    public func readSignature() async throws(TagError) -> SignatureReading {
        guard let chip, chip.features.contains(.signature) else { return .notOfThisChip }
        guard chip.kind == .type2 else { return try await readTypeFourSignature() }
        guard reader.capabilities.contains(.type2Extended) else { return .notThroughThisReader }
        guard let answer = try await ask(.readSignature), answer.count == 32 else { return .refused }
        return .signature(answer)
    }

    /// NXP's own command: 56 bytes, and the status word 9190.
    private func readTypeFourSignature() async throws(TagError) -> SignatureReading {
        for isLast in [false, true] {
            do {
                let (data, status) = try await exchange([0x90, 0x3C, 0x00, 0x00, 0x01, 0x00, 0x00])
                try await reopenFile()
                return status == [0x91, 0x90] && data.count == 56 ? .signature(data) : .refused
            } catch {
                // A lost answer; a tag that has left is lost once more.
                guard error.code == .tagLost, !isLast else { throw error }
                try await selectAgain()
            }
        }
        return .refused
    }
}
