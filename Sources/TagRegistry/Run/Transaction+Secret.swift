public import DatabaseKit
import TagKit
public import TagSecurity
public import TimeKit

extension Transaction {
    /// Remembers which secret a batch has, before its first password is set.
    ///
    /// - Parameter sheetPrinted: A person says that the recovery sheet is on paper.
    /// - Returns: The batch; without ``Batch/recoveryConfirmed`` no tag may be protected yet.
    /// - Throws: ``RegistryError`` with code `otherSecret` where its tags have been given passwords from another one.
    @discardableResult
    public func adopt(
        _ secret: BatchSecret, for name: String, sheetPrinted: Bool, at time: Timestamp
    ) throws -> Batch {
        var batch = try knownBatch(name)
        let fingerprint = secret.fingerprint
        if let known = batch.secretFingerprint, known != fingerprint {
            throw RegistryError(.otherSecret, batch.name)
        }
        batch.secretFingerprint = fingerprint
        if sheetPrinted { batch.recoveryConfirmed = batch.recoveryConfirmed ?? time }
        try save(batch)
        return batch
    }
}

extension BatchSecret {
    /// Tells this secret from another, and tells nothing of it: a hash of the password of a UID that no tag has.
    var fingerprint: String {
        let password = password(uid: [])
        return String(messageHash(password.password + password.acknowledge).prefix(16))
    }
}
