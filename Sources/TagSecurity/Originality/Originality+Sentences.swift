extension Originality {
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
