public import TagKit

/// Whether a tag's maker signed its UID: what NXP calls the originality signature.
public enum Originality: Hashable, Sendable {
    /// The signature is right: this maker made a chip with this UID.
    case genuine(OriginalityKey)
    /// It is not: the chip is not what it says.
    case notGenuine(Flaw)
    /// Nothing is known either way.
    case cannotBeChecked(Obstacle)

    /// What is wrong with a signature.
    public enum Flaw: Hashable, Sendable {
        /// 32 zeros stand where it should be.
        case missing
        /// The chip should give one, and refuses the command.
        case refused
        /// Nobody whose key is known signed this UID with it.
        case wrong
        /// NXP signed this UID, as that of a chip of another family.
        case ofAnotherFamily(OriginalityKey)
        /// The chip says itself that it is another maker's copy.
        case copy
    }

    /// Why there is no answer.
    public enum Obstacle: Hashable, Sendable {
        /// The chip has no signature: NTAG203, MIFARE Ultralight and C, MIFARE Classic.
        case noSignature
        /// The tag left before it was asked.
        case tagLeft
        /// The reader cannot carry READ_SIG.
        case reader
        /// The chip has one, by a key that is not known here.
        case unknownKey
    }

    /// Judges what a tag gave for its signature.
    ///
    /// - Parameters:
    ///   - reading: What ``TagKit/TagSession/readSignature()`` returned for it.
    ///   - uid: As anticollision gives it.
    ///   - chip: What the tag says it is.
    ///   - trusted: Further keys, as ``OriginalityKey/simulator`` of a simulated reader.
    public init(
        _ reading: SignatureReading, uid: [UInt8], chip: Chip, trusting trusted: [OriginalityKey] = []
    ) {
        switch reading {
        case _ where chip.isClone: self = .notGenuine(.copy)
        case .notOfThisChip: self = .cannotBeChecked(.noSignature)
        case .notThroughThisReader: self = .cannotBeChecked(.reader)
        case .refused: self = .notGenuine(.refused)
        case .signature(let signature): self.init(signature, uid: uid, chip: chip, trusting: trusted)
        }
    }

    private init(_ signature: [UInt8], uid: [UInt8], chip: Chip, trusting trusted: [OriginalityKey]) {
        let keys = OriginalityKey.keys(of: chip)
        if signature.allSatisfy({ $0 == 0 }) {
            self = .notGenuine(.missing)
        } else if let key = (keys + trusted).first(where: { $0.signed(uid: uid, signature) }) {
            self = .genuine(key)
        } else if keys.isEmpty {
            self = .cannotBeChecked(.unknownKey)
        } else if let other = OriginalityKey.type2.first(where: { $0.signed(uid: uid, signature) }) {
            self = .notGenuine(.ofAnotherFamily(other))
        } else {
            self = .notGenuine(.wrong)
        }
    }
}
