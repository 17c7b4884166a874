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
    public enum Obstacle: Sendable {
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

    /// A stable name, the `result` of JSON documents.
    public var code: String {
        switch self {
        case .genuine: "genuine"
        case .notGenuine: "not_genuine"
        case .cannotBeChecked: "cannot_be_checked"
        }
    }

    /// The family whose key signed the UID; nil without a right signature.
    public var family: String? {
        switch self {
        case .genuine(let key), .notGenuine(.ofAnotherFamily(let key)): key.family
        default: nil
        }
    }

    /// The answer in half a sentence, without a full stop.
    public var summary: String {
        switch self {
        case .genuine(let key): "genuine: \(key.maker) signed this UID (\(key.family))"
        case .notGenuine(let flaw): "not genuine: \(flaw.summary)"
        case .cannotBeChecked(let obstacle): "cannot be checked: \(obstacle.summary)"
        }
    }

    /// What the answer proves and what it does not, in one sentence.
    public var meaning: String {
        switch self {
        case .genuine(let key) where OriginalityKey.simulated.contains(key):
            "This is a virtual tag: the simulator's key is public, so the signature proves nothing of a real one."
        case .genuine(let key):
            "\(key.maker) made a chip with this UID; a copy of UID and signature on another chip looks the same."
        case .notGenuine:
            "It may work and may not: such chips often have less memory, or locks that do not hold."
        case .cannotBeChecked:
            "That says nothing against the tag: many good ones have no signature."
        }
    }
}

extension Originality.Flaw {
    /// What is wrong, in half a sentence.
    var summary: String {
        switch self {
        case .missing: "its signature is all zeros"
        case .refused: "it refuses READ_SIG, which the chip that it says it is always answers"
        case .wrong: "its signature is not over this UID by any known key of its maker"
        case .ofAnotherFamily(let key): "its UID was signed for another family (\(key.family))"
        case .copy: "the chip names another maker itself"
        }
    }
}

extension Originality.Obstacle {
    /// What is in the way, in half a sentence.
    var summary: String {
        switch self {
        case .noSignature: "this chip has no signature"
        case .tagLeft: "the tag left before it was asked"
        case .reader: "this reader cannot carry READ_SIG"
        case .unknownKey: "the key of this chip's maker is not known here"
        }
    }
}
