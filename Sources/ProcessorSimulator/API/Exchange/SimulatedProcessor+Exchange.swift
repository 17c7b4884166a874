import Foundation
import Processor
import TimeKit

extension SimulatedProcessor {
    /// Answers a request of Stripe's API.
    ///
    /// A request that changes something is one unit of work: what it does, its events and the answer kept for its key
    /// are on the disk together before the answer goes out. The answer to a key is kept as the octets that were sent.
    ///
    /// Source: Stripe API reference; "Idempotent requests".
    public func exchange(_ request: APIRequest) async -> APIAnswer {
        do {
            let prepared = try PreparedCall(request)
            if prepared.route.method == .get {
                return try await look { work in
                    try prepared.check(work)
                    return APIAnswer(
                        status: 200, body: try prepared.answer(work).bytes, requestID: Self.readingRequestID)
                }
            }
            return try await changing(prepared)
        } catch let error as ProcessorError {
            return APIAnswer(
                status: error.status == 0 ? 500 : error.status, body: ErrorShape.body(error, in: nil).bytes,
                requestID: error.requestID ?? Self.readingRequestID,
                shouldRetry: error.status == 409 ? true : nil)
        } catch {
            return APIAnswer(
                status: 500,
                body: ErrorShape.body(ProcessorError(.api, status: 500, message: "\(error)"), in: nil).bytes,
                requestID: Self.readingRequestID)
        }
    }

    /// A request that is not written down has no number in the file.
    private static var readingRequestID: String { "req_read" }

    private func changing(_ prepared: PreparedCall) async throws -> APIAnswer {
        let operation = prepared.operation
        guard let key = prepared.key else {
            return try await unit { try prepared.carryOut($0).sent }
        }
        guard underway.begin(key) else {
            throw ProcessorError(
                .idempotency, status: 409, code: "idempotency_key_in_use",
                message:
                    "There is currently another in-progress request using this Idempotent Key. Please try again later."
            )
        }
        defer { underway.end(key) }
        return try await unit { work in
            if let known = try work.keptAnswer(to: operation, prepared.octets, key) { return known }
            try work.refuseUsed(prepared.givenKey ?? "")
            let done = try prepared.carryOut(work)
            if done.isKept { try work.keep(done.sent, to: operation, prepared.octets, key) }
            return done.sent
        }
    }
}

extension Work {
    /// What was answered to these octets before under this key; nil when it is new or forgotten.
    fileprivate func keptAnswer(to operation: String, _ octets: Data, _ key: String) throws -> APIAnswer? {
        guard let known = try store.answer(to: key), now - known.created < configuration.keyMemory else {
            return nil
        }
        guard known.operation == operation, known.request == octets else { throw KeyRules.clash }
        let halves = known.json.split(
            separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
        guard halves.count == 3, let status = Int(String(decoding: halves[0], as: UTF8.self)) else {
            throw KeyRules.clash
        }
        return APIAnswer(
            status: status, body: Array(halves[2]), requestID: String(decoding: halves[1], as: UTF8.self),
            isReplayed: true)
    }

    fileprivate func keep(_ answer: APIAnswer, to operation: String, _ octets: Data, _ key: String) throws {
        try store.forget(
            keysBefore: now.adding(seconds: -configuration.keyMemory),
            eventsBefore: now.adding(seconds: -configuration.eventMemory))
        var json = Data("\(answer.status)\n\(answer.requestID)\n".utf8)
        json.append(contentsOf: answer.body)
        try store.remember(
            KeyedAnswer(
                operation: operation, request: octets, created: now, failed: answer.status >= 400, json: json),
            under: key)
    }
}
