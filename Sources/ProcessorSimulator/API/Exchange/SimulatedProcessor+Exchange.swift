import Foundation
import Processor
import Synchronization
import TextKit
import TimeKit

extension SimulatedProcessor {
    /// Executes a request to Stripe's API.
    ///
    /// A request that changes data runs in one transaction. The transaction stores the changes, the events
    /// and the response for the idempotency key, if any. It is committed before the response is sent.
    ///
    /// Source: Stripe API reference, "Idempotent requests".
    public func exchange(_ request: APIRequest) async -> APIResponse {
        do {
            let prepared = try PreparedCall(request, platform: platformAccount)
            guard let answer = try await answer(to: prepared, heedsFaults: false) else {
                throw ProcessorError(.api, status: 500, message: "The processor did not respond.")
            }
            return answer
        } catch {
            return shown(error)
        }
    }

    /// Executes a request only if no fault rules exist. The rules are read in the request's own transaction.
    ///
    /// - Returns: The response. Nil if fault rules exist or the request is not valid. In either case, the
    ///   request was not executed, and the caller must call ``faults(method:path:)`` and ``exchange(_:)``
    ///   instead.
    public func exchangeUnlessFaulty(_ request: APIRequest) async -> APIResponse? {
        guard let prepared = try? PreparedCall(request, platform: platformAccount) else { return nil }
        do {
            return try await answer(to: prepared, heedsFaults: true)
        } catch {
            return shown(error)
        }
    }

    private func shown(_ error: any Error) -> APIResponse {
        let error = (error as? ProcessorError) ?? ProcessorError(.api, status: 500, message: "\(error)")
        return APIResponse(
            status: error.status == 0 ? 500 : error.status, body: ErrorShape.body(error, in: nil),
            requestID: error.requestID ?? nextReadingID(), shouldRetry: error.status == 409 ? true : nil)
    }

    private func answer(to prepared: PreparedCall, heedsFaults: Bool) async throws -> APIResponse? {
        guard prepared.route.method == .get else {
            return try await changing(prepared, heedsFaults: heedsFaults)
        }
        let id = nextReadingID()
        return try await inspect { work -> APIResponse? in
            if heedsFaults, try work.store.hasFaults() { return nil }
            try prepared.enter(work)
            return APIResponse(status: 200, body: try prepared.answer(work).bytes, requestID: id)
        }
    }

    private func changing(_ prepared: PreparedCall, heedsFaults: Bool) async throws -> APIResponse? {
        let operation = prepared.operation
        guard let key = prepared.key else {
            return try await transaction { work -> APIResponse? in
                if heedsFaults, try work.store.hasFaults() { return nil }
                return try prepared.execute(work).sent
            }
        }
        guard underway.begin(key) else {
            throw ProcessorError(
                .idempotency, status: 409, code: "idempotency_key_in_use",
                message:
                    "There is currently another in-progress request using this Idempotent Key. Please try again later."
            )
        }
        defer { underway.end(key) }
        var answer = try await transaction { work -> APIResponse? in
            if heedsFaults, try work.store.hasFaults() { return nil }
            let other = prepared.givenKey ?? ""
            if let known = try work.keptAnswer(to: operation, prepared.bytes, key, other: other) {
                return known
            }
            var done = try prepared.execute(work)
            if done.isKept {
                try work.keep(done.sent, to: operation, prepared.bytes, key)
                done.sent.originalRequest = done.sent.requestID
            }
            return done.sent
        }
        if answer?.isReplayed == true { answer?.requestID = nextReadingID() }
        return answer
    }
}

extension EngineTransaction {
    /// Returns the response that was stored for the same request with this idempotency key. Its request id is
    /// the id of the first request. Returns nil if the key is new or the response is no longer stored. Throws
    /// an error if the key was used for a different request.
    fileprivate func keptAnswer(to operation: String, _ bytes: Data, _ key: String, other: String) throws
        -> APIResponse?
    {
        guard let known = try remembered(key, refusing: other) else { return nil }
        guard known.operation == operation, known.request == bytes else { throw KeyRules.clash }
        let halves = known.json.split(
            separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
        guard halves.count == 3, let status = Int(String(decoding: halves[0], as: UTF8.self)) else {
            throw KeyRules.clash
        }
        let id = String(decoding: halves[1], as: UTF8.self)
        var answer = APIResponse(status: status, body: Array(halves[2]), requestID: id, isReplayed: true)
        answer.originalRequest = id
        return answer
    }

    fileprivate func keep(_ answer: APIResponse, to operation: String, _ bytes: Data, _ key: String) throws {
        var json = Data("\(answer.status)\n\(answer.requestID)\n".utf8)
        json.append(contentsOf: answer.body)
        try store.remember(
            KeyedResponse(
                operation: operation, request: bytes, created: now, failed: answer.status >= 400, json: json),
            under: key)
    }
}

/// The idempotency keys of the requests that are currently running.
final class KeysUnderway: Sendable {
    private let keys = Mutex<Set<String>>([])

    /// Reserves an idempotency key until ``end(_:)`` is called. Returns false if the key is already reserved.
    func begin(_ key: String) -> Bool { keys.withLock { $0.insert(key).inserted } }

    /// Releases the idempotency key of a request that has ended.
    func end(_ key: String) { _ = keys.withLock { $0.remove(key) } }
}
