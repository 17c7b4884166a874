import Foundation
import Processor
import ProcessorSimulator

/// A simulated processor as the commands ask it: through Stripe's API, wherever it is.
struct ProcessorDoor: Sendable {
    /// The processor of the data folder; nil for one that is served.
    let processor: SimulatedProcessor?
    private let exchange: @Sendable (APIRequest) async throws -> APIAnswer

    init(
        processor: SimulatedProcessor?, exchange: @escaping @Sendable (APIRequest) async throws -> APIAnswer
    ) {
        self.processor = processor
        self.exchange = exchange
    }

    /// Any test key opens it.
    private static let key = "sk_test_tapctl"

    func send(_ request: APIRequest) async throws -> APIAnswer {
        var request = request
        request.apiKey = Self.key
        return try await exchange(request)
    }

    /// Asks, and reads the answer.
    ///
    /// - Throws: The processor's error.
    func ask<Answer: Decodable & Sendable>(
        _ method: String, _ path: String, query: String = "", form: [(String, String)] = [],
        _ kind: Answer.Type = Answer.self
    ) async throws -> Answer {
        let body = form.map { "\($0.0)=\(Self.escaped($0.1))" }.joined(separator: "&")
        let answer = try await send(
            APIRequest(
                method: method, path: path, query: Array(query.utf8), body: Array(body.utf8), apiKey: nil))
        guard answer.status == 200 else { throw Self.error(answer) }
        return try JSONDecoder().decode(Answer.self, from: Data(answer.body))
    }

    private static func error(_ answer: APIAnswer) -> any Error {
        let told = try? JSONDecoder().decode(Refused.self, from: Data(answer.body))
        let error = ProcessorError(
            .invalidRequest, status: answer.status, code: told?.error.code,
            message: told?.error.message ?? "it answered \(answer.status)")
        guard answer.status == 404 else { return error }
        return CommandError(
            .notFound, code: error.code ?? "notFound", "the processor has no such thing",
            reason: error.message)
    }

    private struct Refused: Decodable {
        var error: Told

        struct Told: Decodable {
            var code: String?
            var message: String
        }
    }

    /// A value as it stands in a form.
    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(
            withAllowedCharacters: CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._")))
            ?? ""
    }
}

/// A page of Stripe's.
struct ProcessorPage<Element: Decodable & Sendable>: Decodable, Sendable {
    var data: [Element]
    var has_more: Bool
}

/// What a list shows of an event.
struct ToldEvent: Decodable, Sendable {
    var id: String
    var type: String
    var created: Int
    var account: String?
    var pending_webhooks: Int
    var request: Request?
    var data: Subject

    struct Request: Decodable, Sendable {
        var id: String?
        var idempotency_key: String?
    }

    struct Subject: Decodable, Sendable {
        var object: Identity
    }

    struct Identity: Decodable, Sendable {
        var id: String?
        var object: String
    }
}

/// An attempt to deliver.
struct ToldAttempt: Decodable, Sendable {
    var number: Int
    var event: String
    var type: String
    var webhook_endpoint: String
    var url: String
    var attempt: Int
    var created: Int
    var status: Int?
    var problem: String?
    var fault: String?
    var milliseconds: Int
    var next_attempt: Int?
}
