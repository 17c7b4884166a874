import DatabaseKit
import Foundation
import Processor
import TimeKit

extension Work {
    /// Returns what was answered to this request before under this key, or nil if it is new or forgotten.
    ///
    /// - Parameter other: The name of the same key in requests through the API.
    /// - Throws: `idempotency_error` if the key was used for another request.
    func answer<Request: Codable & Hashable, Noun: StoredNoun>(
        to operation: String, _ request: Request, _ key: IdempotencyKey, other: String, _ kind: Noun.Type
    ) throws -> Result<Noun, ProcessorError>? {
        guard let known = try remembered(key.rawValue, refusing: other) else { return nil }
        guard known.operation == operation,
            try DocumentCoder.decode(Request.self, from: known.request) == request
        else { throw KeyRules.clash }
        guard known.failed else { return .success(try DocumentCoder.decode(Noun.self, from: known.json)) }
        return .failure(try DocumentCoder.decode(ProcessorError.self, from: known.json))
    }

    /// Returns what was answered under a key, or nil if it is new or forgotten.
    ///
    /// - Parameter other: The name of the key in requests of the other kind, typed or through the API.
    /// - Throws: `idempotency_error` if only a request of the other kind used the key.
    func remembered(_ key: String, refusing other: String) throws -> KeyedAnswer? {
        let since = now.adding(seconds: -configuration.keyMemory)
        let answers = try store.answers(to: key, other, since: since)
        if let answer = answers[key] { return answer }
        if answers[other] != nil { throw KeyRules.otherDoor }
        return nil
    }

    /// Keeps an answer.
    func remember<Request: Codable, Noun: StoredNoun>(
        _ answer: Result<Written<Noun>, ProcessorError>, to operation: String, _ request: Request,
        _ key: IdempotencyKey
    ) throws {
        var kept = KeyedAnswer(
            operation: operation, request: try DocumentCoder.encode(request), created: now, failed: false,
            json: Data())
        switch answer {
        case .success(let written): kept.json = written.json
        case .failure(let error):
            kept.failed = true
            kept.json = try DocumentCoder.encode(error)
        }
        try store.remember(kept, under: key.rawValue)
    }
}
