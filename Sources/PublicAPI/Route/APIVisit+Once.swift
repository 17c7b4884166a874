import DataFolderKit
package import DatabaseKit
package import Documents
import Giving
package import TimeKit

extension APIVisit {
    /// Makes a change of the directory once for the request's key: asked again within 24 hours, what it is about is
    /// answered as it stands then.
    ///
    /// The change and the memory of it are one transaction: both are kept, or neither is.
    ///
    /// - Parameters:
    ///   - route: What is done, and to what: the same key for anything else is refused.
    ///   - change: Makes the change.
    ///   - find: Finds what the change was about.
    /// - Throws: `idempotencyConflict` where the key was used for something else; what `change` throws.
    package func once(
        _ route: [String], change: @escaping @Sendable (Transaction, Timestamp) throws -> JSONValue,
        find: @escaping @Sendable (Transaction) throws -> JSONValue
    ) async throws -> JSONValue {
        let (key, fingerprint) = (requestKey, Fingerprint.of(route + fields.fingerprint))
        return try await data.write { transaction, now in
            if try transaction.earlier(key, fingerprint, at: now) != nil { return try find(transaction) }
            let answer = try change(transaction, now)
            try transaction.save(
                AnsweredRequest(
                    key: key, fingerprint: fingerprint, subject: route.joined(separator: " "), time: now))
            return answer
        }
    }

    /// Makes a change once for the request's key, and remembers what it was about in the same transaction: asked again
    /// within 24 hours, nothing is done.
    ///
    /// - Parameters:
    ///   - route: As for ``once(_:change:find:)``.
    ///   - change: Makes the change.
    /// - Returns: The id of what the change is about: what `change` returned the first time.
    /// - Throws: `idempotencyConflict` where the key was used for something else; what `change` throws.
    func onceAbout(_ route: [String], change: @escaping @Sendable (Transaction) throws -> String)
        async throws -> String
    {
        let (key, fingerprint) = (requestKey, Fingerprint.of(route + fields.fingerprint))
        return try await data.write { transaction, now in
            if let earlier = try transaction.earlier(key, fingerprint, at: now) { return earlier.subject }
            let subject = try change(transaction)
            try transaction.save(
                AnsweredRequest(key: key, fingerprint: fingerprint, subject: subject, time: now))
            return subject
        }
    }

    /// Does something at the processor for the request's key, and remembers it when it is done: asked again within
    /// 24 hours, what it is about is answered as it stands then.
    ///
    /// What was broken off is done again: the work has to end as it would have ended before.
    ///
    /// - Parameters:
    ///   - route: As for ``once(_:change:find:)``.
    ///   - work: Does it.
    ///   - find: Finds what it was about.
    /// - Throws: `idempotencyConflict` where the key was used for something else; what `work` throws.
    func onceDone(
        _ route: [String], work: () async throws -> Void,
        find: @escaping @Sendable (Transaction) throws -> JSONValue
    ) async throws -> JSONValue {
        let (key, fingerprint) = (requestKey, Fingerprint.of(route + fields.fingerprint))
        let now = data.clock.now()
        if try await data.read({ try $0.earlier(key, fingerprint, at: now) }) != nil {
            return try await data.read(find)
        }
        try await work()
        return try await data.write { transaction, now in
            try transaction.save(
                AnsweredRequest(
                    key: key, fingerprint: fingerprint, subject: route.joined(separator: " "), time: now))
            return try find(transaction)
        }
    }
}

extension Transaction {
    /// What was asked for under a key within the last 24 hours; nil where nothing was.
    ///
    /// - Throws: `idempotencyConflict` where it was something else.
    fileprivate func earlier(_ key: String, _ fingerprint: String, at now: Timestamp) throws
        -> AnsweredRequest?
    {
        let earlier = try request(key, since: now.adding(seconds: -AnsweredRequest.memory))
        guard let earlier, earlier.fingerprint != fingerprint else { return earlier }
        throw GivingError(.idempotencyConflict)
    }
}
