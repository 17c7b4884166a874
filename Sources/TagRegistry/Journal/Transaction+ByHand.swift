public import DatabaseKit
public import TagSecurity
public import TimeKit

extension Transaction {
    /// Records a step of locking, protecting or opening that a person does with one tag, beside the passes of a batch.
    ///
    /// Nothing is kept of a tag that nobody has registered, nor where nothing was written and the record says so already.
    ///
    /// - Parameters:
    ///   - kind: `locking` or `protecting`, before the first write; `locked`, `protected` or `unprotected`, behind it.
    ///   - secret: Where the password comes from; nil without one.
    ///   - isWritten: Something is about to be written to the tag, or was.
    /// - Returns: The tag as it is recorded from now on; nil where nobody has registered it.
    @discardableResult
    public func noteByHand(
        _ kind: JournalEntry.Kind, of uid: String, secret: BatchSecret?, isWritten: Bool, at time: Timestamp,
        reader: String? = nil
    ) throws -> RegisteredTag? {
        guard let known = try tag(uid: uid) else { return nil }
        guard isWritten || known.lock != kind.lockState else { return known }
        try note(kind, of: uid, at: time, reader: reader)
        var tag = try knownTag(uid)
        if tag.lock == .protecting || tag.lock == .password {
            // Only a batch that has this secret can open it again.
            tag.secretOf = try secret.flatMap { try batch(with: $0, preferring: tag.place?.batch) }
            try save(tag)
        }
        return tag
    }

    /// The batch whose tags are protected with a secret: the tag's own where that is one of them.
    private func batch(with secret: BatchSecret, preferring own: String?) throws -> String? {
        let fingerprint = secret.fingerprint
        let all = try allBatches().filter { $0.secretFingerprint == fingerprint }.map(\.name)
        return own.flatMap { own in all.first { $0 == own } } ?? all.first
    }
}

extension JournalEntry.Kind {
    /// What is recorded of a tag's lock from this step on; nil where it changes nothing of it.
    var lockState: TagLockState? {
        switch self {
        case .protecting: .protecting
        case .protected: .password
        case .unprotected: .open
        case .locking: .locking
        case .locked: .permanent
        default: nil
        }
    }
}
