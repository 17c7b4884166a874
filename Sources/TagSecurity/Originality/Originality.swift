public import TagKit

/// The result of checking a tag's originality signature, which is the manufacturer's signature of the UID.
public enum Originality: Hashable, Sendable {
    /// The signature is valid: the owner of this key made a chip with this UID.
    case genuine(OriginalityKey)
    /// The signature is invalid: the chip is not what it claims to be.
    case notGenuine(Flaw)
    /// The signature could not be checked.
    case cannotBeChecked(Obstacle)

    /// The reasons why a signature is not valid.
    public enum Flaw: Hashable, Sendable {
        /// The signature consists of 32 zeros.
        case missing
        /// The chip should return a signature but refuses the command.
        case refused
        /// None of the known keys signed this UID.
        case wrong
        /// NXP signed this UID for a chip of a different family.
        case ofAnotherFamily(OriginalityKey)
        /// The chip's version shows that it is another manufacturer's copy.
        case copy
    }

    /// The reason why a signature cannot be checked.
    public enum Obstacle: Sendable {
        /// The chip has no signature: NTAG203, MIFARE Ultralight and C, MIFARE Classic.
        case noSignature
        /// The tag was removed before its signature was read.
        case tagLeft
        /// The reader does not support READ_SIG.
        case reader
        /// The chip has a signature, but its key is not known to this package.
        case unknownKey
    }

    /// Checks the signature of a tag.
    ///
    /// - Parameters:
    ///   - reading: The result of ``TagKit/TagSession/readSignature()``.
    ///   - uid: The UID from anticollision.
    ///   - chip: The chip that the tag reports.
    ///   - trusted: Additional keys, such as ``OriginalityKey/simulator`` for a simulated reader.
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

    /// The stable name, used as the `result` of JSON documents.
    public var code: String {
        switch self {
        case .genuine: "genuine"
        case .notGenuine: "not_genuine"
        case .cannotBeChecked: "cannot_be_checked"
        }
    }

    /// The family whose key signed the UID, or nil if there is no valid signature.
    public var family: String? {
        switch self {
        case .genuine(let key), .notGenuine(.ofAnotherFamily(let key)): key.family
        default: nil
        }
    }

    /// The result as a clause without a full stop.
    public var summary: String {
        switch self {
        case .genuine(let key): "genuine: \(key.maker) signed this UID (\(key.family))"
        case .notGenuine(let flaw): "not genuine: \(flaw.summary)"
        case .cannotBeChecked(let obstacle): "cannot be checked: \(obstacle.summary)"
        }
    }

    /// A sentence that explains what the result proves and what it does not.
    public var meaning: String {
        switch self {
        case .genuine(let key) where OriginalityKey.simulated.contains(key):
            "This is a virtual tag: the simulator's key is public, so the signature proves nothing "
                + "about a real tag."
        case .genuine(let key):
            "\(key.maker) made a chip with this UID; a copy of UID and signature on another chip looks the same."
        case .notGenuine:
            "The tag may or may not work: such chips often have less memory, or locks that have no effect."
        case .cannotBeChecked:
            "This does not mean that the tag is bad: many good tags have no signature."
        }
    }
}

extension Originality.Flaw {
    /// The flaw as a clause.
    var summary: String {
        switch self {
        case .missing: "the signature is all zeros"
        case .refused: "the tag refuses READ_SIG, which the chip that it claims to be always supports"
        case .wrong: "the signature for this UID was not made with a known key of the manufacturer"
        case .ofAnotherFamily(let key): "the UID was signed for another family (\(key.family))"
        case .copy: "the chip itself reports another manufacturer"
        }
    }
}

extension Originality.Obstacle {
    /// The obstacle as a clause.
    var summary: String {
        switch self {
        case .noSignature: "this chip has no signature"
        case .tagLeft: "the tag left before its signature was read"
        case .reader: "this reader cannot send READ_SIG"
        case .unknownKey: "the key of this chip's manufacturer is unknown"
        }
    }
}
