import DatabaseKit
import Giving
import TimeKit

extension APIVisit {
    /// Makes a change of the directory once for the request's key: asked again within 24 hours, what it is about is
    /// answered as it stands then.
    ///
    /// The change and the memory of it are one unit of work: both are kept, or neither is.
    ///
    /// - Parameters:
    ///   - route: What is done, and to what: the same key for anything else is refused.
    ///   - change: Makes the change.
    ///   - find: Finds what the change was about.
    /// - Throws: `idempotencyConflict` where the key was used for something else; what `change` throws.
    func once(
        _ route: [String], change: @escaping @Sendable (DatabaseUnit, Timestamp) throws -> JSONValue,
        find: @escaping @Sendable (DatabaseUnit) throws -> JSONValue
    ) async throws -> JSONValue {
        let (key, fingerprint) = (requestKey, Fingerprint.of(route + fields.fingerprint))
        return try await data.write { unit, now in
            let oldest = now.adding(seconds: -AnsweredRequest.memory)
            if let earlier = try unit.request(key, since: oldest) {
                guard earlier.fingerprint == fingerprint else { throw GivingError(.idempotencyConflict) }
                return try find(unit)
            }
            let answer = try change(unit, now)
            try unit.save(
                AnsweredRequest(
                    key: key, fingerprint: fingerprint, subject: route.joined(separator: " "), time: now))
            return answer
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
        find: @escaping @Sendable (DatabaseUnit) throws -> JSONValue
    ) async throws -> JSONValue {
        let (key, fingerprint) = (requestKey, Fingerprint.of(route + fields.fingerprint))
        let oldest = data.clock.now().adding(seconds: -AnsweredRequest.memory)
        if let earlier = try await data.read({ try $0.request(key, since: oldest) }) {
            guard earlier.fingerprint == fingerprint else { throw GivingError(.idempotencyConflict) }
            return try await data.read(find)
        }
        try await work()
        return try await data.write { unit, now in
            try unit.save(
                AnsweredRequest(
                    key: key, fingerprint: fingerprint, subject: route.joined(separator: " "), time: now))
            return try find(unit)
        }
    }
}
