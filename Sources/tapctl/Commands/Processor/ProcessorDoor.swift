import DataFolderKit
import Documents
import FailureKit
import Processor
import ProcessorClient
import ProcessorServer
import ProcessorSimulator

/// A simulated processor as the commands ask it: through Stripe's API, wherever it is.
struct ProcessorDoor: Sendable {
    /// The processor of the data folder; nil for one that is served.
    let processor: SimulatedProcessor?
    private let client: ProcessorClient
    private let address: ProcessorAddress?

    /// The processor of the data folder.
    init(_ processor: SimulatedProcessor) {
        self.processor = processor
        client = ProcessorClient(transport: SimulatorTransport(processor: processor), patience: .none)
        address = nil
    }

    /// A processor that is served.
    init(_ address: ProcessorAddress) {
        processor = nil
        client = address.client(.none)
        self.address = address
    }

    /// Asks, and reads the answer.
    ///
    /// - Throws: The processor's refusal; exit 66 for what it does not know, 69 where nobody answers.
    func ask<Answer: Decodable & Sendable>(
        _ method: String, _ path: String, _ fields: [(name: String, value: String)] = [],
        _ kind: Answer.Type = Answer.self
    ) async throws -> Answer {
        try await told { () throws(ProcessorError) in try await client.answer(method, path, fields, as: kind)
        }
    }

    /// Events, newest first.
    func events(ofType type: String? = nil, _ query: ListQuery) async throws -> ListPage<EventHead> {
        try await told { () throws(ProcessorError) in
            try await client.eventHeads(ofType: type, query)
        }
    }

    /// Carries a request of the API's values.
    func send(_ request: APIRequest) async throws -> APIAnswer {
        do {
            return try await client.transport.exchange(request)
        } catch {
            throw noAnswer(error)
        }
    }

    /// What time it is there, and how far it is ahead; moved before, where a verb is given.
    func clock(_ verb: String? = nil, _ field: (name: String, value: String)? = nil) async throws -> ToldClock
    {
        do {
            return try await ask(
                verb == nil ? "GET" : "POST", SimulatedProcessor.clockPath + (verb.map { "/" + $0 } ?? ""),
                field.map { [$0] } ?? [])
        } catch let error as CommandError where error.category == .notFound {
            guard let address else { throw error }
            throw address.notSimulated(
                "the clock of any other processor is the world's",
                remedy: "`tapctl processor serve` serves one whose clock can be moved")
        }
    }

    private func told<Value>(_ work: () async throws(ProcessorError) -> Value) async throws -> Value {
        do {
            return try await work()
        } catch {
            if error.kind == .noAnswer { throw noAnswer(error) }
            guard error.status == 404 else { throw error }
            throw CommandError(
                .notFound, code: error.code ?? "notFound", "the processor has no such thing",
                reason: printable(error.message))
        }
    }

    private func noAnswer(_ error: any Error) -> any Error {
        if error is CancellationError || Task.isCancelled { return CancellationError() }
        return address?.unreachable ?? error
    }
}

/// A page of attempts to deliver, newest first.
struct ToldAttempts: Decodable, Sendable {
    var data: [ToldAttempt]
    var hasMore: Bool
}

/// An attempt to deliver.
struct ToldAttempt: Decodable, Sendable {
    var number: Int
    var event: String
    var type: String
    var webhookEndpoint: String
    var url: String
    var attempt: Int
    var created: Int
    var status: Int?
    var problem: String?
    var fault: String?
    var milliseconds: Int
    var nextAttempt: Int?
}
