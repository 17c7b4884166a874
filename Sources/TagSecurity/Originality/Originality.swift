public import TagKit

/// The result of checking a tag's originality signature, which is the manufacturer's signature of the UID.
public enum Originality: Hashable, Sendable {
    /// The signature is valid: the owner of this key made a chip with this UID.
    case genuine(OriginalityKey)
    /// The chip is not the product that it claims to be. The associated value is the evidence.
    case notGenuine(Flaw)
    /// The signature could not be read or verified, for this reason.
    case cannotBeChecked(Obstacle)

    /// The reason why a chip is not genuine.
    public enum Flaw: Hashable, Sendable {
        /// The signature consists only of zeros.
        case missing
        /// The chip refuses to return a signature, although chips of its type have one.
        case refused
        /// The signature is not valid with any of the known keys.
        case wrong
        /// The signature is valid with the key of a different chip family.
        case ofAnotherFamily(OriginalityKey)
        /// The chip's response to GET_VERSION shows that another manufacturer copied the product.
        case copy
    }

    /// The reason why a signature could not be checked.
    public enum Obstacle: Sendable {
        /// Chips of this type, such as NTAG203, MIFARE Ultralight, Ultralight C and MIFARE Classic, have no
        /// signature.
        case noSignature
        /// The tag was removed before its signature was read.
        case tagLeft
        /// The reader cannot send the command that reads the signature.
        case reader
        /// The chip has a signature, but the manufacturer's public key for such chips is unknown.
        case unknownKey
    }

    /// Checks the originality signature of a tag.
    ///
    /// - Parameters:
    ///   - reading: The result of ``TagKit/TagSession/readSignature()``.
    ///   - uid: The UID that the tag transmitted during anticollision.
    ///   - chip: The chip that the tag claims to have.
    ///   - trusted: Additional public keys to accept, such as ``OriginalityKey/simulator`` for a simulated
    ///     reader.
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

    /// The stable name of the result, used as `result` in JSON documents.
    public var code: String {
        switch self {
        case .genuine: "genuine"
        case .notGenuine: "not_genuine"
        case .cannotBeChecked: "cannot_be_checked"
        }
    }

    /// The chip family whose key signed the UID; nil if there is no valid signature.
    public var family: String? {
        switch self {
        case .genuine(let key), .notGenuine(.ofAnotherFamily(let key)): key.family
        default: nil
        }
    }

    /// A description of the result as a clause without a period.
    public var summary: String {
        switch self {
        case .genuine(let key): "genuine: \(key.maker) signed this UID (\(key.family))"
        case .notGenuine(let flaw): "not genuine: \(flaw.summary)"
        case .cannotBeChecked(let obstacle): "cannot be checked: \(obstacle.summary)"
        }
    }

    /// A sentence for users that explains what the result proves and what it does not prove.
    public var meaning: String {
        switch self {
        case .genuine(let key) where OriginalityKey.simulated.contains(key):
            "This is a virtual tag: the simulator's key is public, so the signature proves nothing "
                + "about a real tag."
        case .genuine(let key):
            "\(key.maker) made a chip with this UID, but another chip looks the same if it has copies of the "
                + "UID and the signature."
        case .notGenuine:
            "The tag may or may not work: counterfeit chips often have less memory, or locks that have no effect."
        case .cannotBeChecked:
            "This does not mean that the tag is bad: many good tags cannot be checked."
        }
    }
}

extension Originality.Flaw {
    /// A description of the flaw as a clause without a period.
    var summary: String {
        switch self {
        case .missing: "the signature is all zeros"
        case .refused: "the tag refuses READ_SIG, which genuine chips of this type always support"
        case .wrong: "the signature for this UID was not made with a known key of the manufacturer"
        case .ofAnotherFamily(let key): "the UID was signed for a different chip family (\(key.family))"
        case .copy: "the chip was not made by NXP"
        }
    }
}

extension Originality.Obstacle {
    /// A description of the obstacle as a clause without a period.
    var summary: String {
        switch self {
        case .noSignature: "this chip has no signature"
        case .tagLeft: "the tag was removed before its signature was read"
        case .reader: "this reader cannot send READ_SIG"
        case .unknownKey: "the key of this chip's manufacturer is unknown"
        }
    }
}
