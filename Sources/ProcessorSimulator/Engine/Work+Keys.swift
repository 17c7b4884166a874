import DatabaseKit
import Foundation
import Processor
import TimeKit

extension Work {
    /// What was answered to this request before, under this key; nil when it is new or forgotten.
    ///
    /// - Throws: `idempotency_error` when the key was used for another request.
    func answer<Request: Codable & Hashable, Noun: StoredNoun>(
        to operation: String, _ request: Request, _ key: IdempotencyKey, _ kind: Noun.Type
    ) throws -> Result<Noun, ProcessorError>? {
        guard let known = try remembered(key.rawValue) else { return nil }
        guard known.operation == operation,
            try DocumentCoder.decode(Request.self, from: known.request) == request
        else { throw KeyRules.clash }
        guard known.failed else { return .success(try DocumentCoder.decode(Noun.self, from: known.json)) }
        return .failure(try DocumentCoder.decode(ProcessorError.self, from: known.json))
    }

    /// Refuses a key under which an answer is kept that this door cannot give.
    func refuseUsed(_ name: String) throws {
        if try remembered(name) != nil { throw KeyRules.otherDoor }
    }

    private func remembered(_ name: String) throws -> KeyedAnswer? {
        try store.answer(to: name).flatMap { now - $0.created < configuration.keyMemory ? $0 : nil }
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
