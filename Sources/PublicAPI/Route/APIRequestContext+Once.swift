import DataFolderKit
import DatabaseKit
import Documents
import Giving
import TimeKit

extension APIRequestContext {
    /// Makes a change in this server's database, once per idempotency key.
    ///
    /// A repeated request within 24 hours changes nothing, and returns the current state of the changed
    /// object. The change and the record of the request are written in one transaction.
    ///
    /// - Parameters:
    ///   - route: The operation and the object that it changes. If the key was used for another operation or
    ///     object, the request is refused.
    ///   - change: A closure that makes the change.
    ///   - find: A closure that returns the document of the changed object.
    /// - Throws: `GivingError` with code `idempotencyConflict` if the key was used for a different request;
    ///   any error that `change` throws.
    func once(
        _ route: [String], change: @escaping @Sendable (Transaction, Timestamp) throws -> JSONValue,
        find: @escaping @Sendable (Transaction) throws -> JSONValue
    ) async throws -> JSONValue {
        let fingerprint = Fingerprint.of(route + fields.fingerprint)
        return try await data.write { transaction, now in
            let request = record(of: route, fingerprint, at: now)
            if try transaction.earlier(request) != nil { return try find(transaction) }
            let answer = try change(transaction, now)
            try transaction.save(request)
            return answer
        }
    }

    /// Makes a change, once per idempotency key, and records the id of the changed object in the same
    /// transaction.
    ///
    /// A repeated request within 24 hours changes nothing.
    ///
    /// - Parameters:
    ///   - route: The operation and the object that it changes, as for ``once(_:change:find:)``.
    ///   - change: A closure that makes the change and returns the id of the changed object.
    /// - Returns: The id that `change` returned for the first request with this key.
    /// - Throws: `GivingError` with code `idempotencyConflict` if the key was used for a different request;
    ///   any error that `change` throws.
    func onceAbout(_ route: [String], change: @escaping @Sendable (Transaction) throws -> String)
        async throws -> String
    {
        let fingerprint = Fingerprint.of(route + fields.fingerprint)
        return try await data.write { transaction, now in
            var request = record(of: route, fingerprint, at: now)
            if let earlier = try transaction.earlier(request) { return earlier.subject }
            request.subject = try change(transaction)
            try transaction.save(request)
            return request.subject
        }
    }

    /// Performs work at the processor, once per idempotency key, and records the request after the work is
    /// done.
    ///
    /// A repeated request within 24 hours returns the current state of the object. Interrupted work is
    /// performed again, so the work itself must be idempotent.
    ///
    /// - Parameters:
    ///   - route: The operation and the object that it changes, as for ``once(_:change:find:)``.
    ///   - work: A closure that performs the work.
    ///   - find: A closure that returns the document of the object.
    /// - Throws: `GivingError` with code `idempotencyConflict` if the key was used for a different request;
    ///   any error that `work` throws.
    @discardableResult
    func onceDone(
        _ route: [String], work: () async throws -> Void,
        find: @escaping @Sendable (Transaction) throws -> JSONValue = { _ in .null }
    ) async throws -> JSONValue {
        let fingerprint = Fingerprint.of(route + fields.fingerprint)
        let request = record(of: route, fingerprint, at: data.clock.now())
        if try await data.read({ try $0.earlier(request) }) != nil { return try await data.read(find) }
        try await work()
        return try await data.write { transaction, now in
            try transaction.save(record(of: route, fingerprint, at: now))
            return try find(transaction)
        }
    }

    /// Returns the record of this request. Its subject is the route.
    private func record(of route: [String], _ fingerprint: String, at now: Timestamp) -> AnsweredRequest {
        AnsweredRequest(
            key: requestKey, fingerprint: fingerprint, subject: route.joined(separator: " "), time: now)
    }
}

extension Transaction {
    /// Returns the earlier request that used the key of this request within the last 24 hours, or nil if the
    /// key was not used in that time.
    ///
    /// - Throws: `GivingError` with code `idempotencyConflict` if the key was used for a different request.
    fileprivate func earlier(_ new: AnsweredRequest) throws -> AnsweredRequest? {
        let earlier = try request(new.key, since: new.time.adding(seconds: -AnsweredRequest.memory))
        guard let earlier, earlier.fingerprint != new.fingerprint else { return earlier }
        throw GivingError(.idempotencyConflict)
    }
}
