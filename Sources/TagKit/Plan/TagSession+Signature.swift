/// The result of reading a tag's originality signature.
public enum SignatureReading: Hashable, Sendable {
    /// The signature: 32 bytes on a Type 2 tag, 56 bytes on an NTAG 424 DNA.
    case signature([UInt8])
    /// The chip should have a signature, but did not return it.
    case refused
    /// Chips of this type have no signature.
    case notOfThisChip
    /// The reader cannot send the command that reads the signature.
    case notThroughThisReader

    /// The signature, or nil if no signature was read.
    public var bytes: [UInt8]? { if case .signature(let bytes) = self { bytes } else { nil } }
}

extension TagSession {
    /// Reads the manufacturer's signature of the UID from the most recently inspected tag.
    ///
    /// The signature is public: neither a password nor a key protects it. On an NTAG 424 DNA, the NDEF file
    /// is selected again afterwards.
    ///
    /// Source: NXP NTAG213/215/216 data sheet §10.8 (READ_SIG); NXP AN12196 §7.2 (Read_Sig).
    ///
    /// - Throws: `tagLost` if the tag has left the field, and the reader's errors.
    public func readSignature() async throws(TagError) -> SignatureReading {
        guard let chip, chip.features.contains(.signature) else { return .notOfThisChip }
        guard chip.kind == .type2 else { return try await readTypeFourSignature() }
        guard reader.capabilities.contains(.type2Extended) else { return .notThroughThisReader }
        guard let answer = try await ask(.readSignature), answer.count == 32 else { return .refused }
        return .signature(answer)
    }

    /// Reads the signature of an NTAG 424 DNA with NXP's native Read_Sig command, which returns 56 bytes and
    /// the status word 9190.
    private func readTypeFourSignature() async throws(TagError) -> SignatureReading {
        for isLast in [false, true] {
            do {
                let (data, status) = try await exchange([0x90, 0x3C, 0x00, 0x00, 0x01, 0x00, 0x00])
                try await reopenFile()
                return status == [0x91, 0x90] && data.count == 56 ? .signature(data) : .refused
            } catch {
                // The response may be lost. If the tag has left the field, the next attempt fails too.
                guard error.code == .tagLost, !isLast else { throw error }
                try await selectAgain()
            }
        }
        return .refused
    }
}
