import Foundation
public import Processor

/// A processor behind Stripe's API: the simulated one on a port, or another that speaks it.
///
/// Nothing in its requests is of the simulator's own: what real Stripe would refuse is not sent. A request without an
/// answer is sent again with its key, at most ``Patience/tries`` times; then its outcome is unknown. It is unknown at once where
/// all the time for an answer has passed: somebody waits, and what hangs once hangs again.
///
/// Source: Stripe API reference; documentation, "Low-level error handling".
public struct ProcessorClient: PaymentProcessor {
    /// How often a request is sent, and what happens between.
    public struct Patience: Sendable {
        /// At least 1.
        public var tries: Int
        /// Waits before try 2, 3 and so on.
        public var pause: @Sendable (_ before: Int) async throws -> Void

        /// Three tries, half a second and a second apart.
        public static let standard = Patience(tries: 3) { attempt in
            try await Task.sleep(for: .milliseconds(250 << attempt.clamped(to: 1...4)))
        }
        /// One try: whoever asks decides.
        public static let none = Patience(tries: 1) { _ in }

        /// These.
        public init(tries: Int, pause: @escaping @Sendable (_ before: Int) async throws -> Void) {
            self.tries = tries
            self.pause = pause
        }
    }

    /// What carries its requests.
    public let transport: any ProcessorTransport
    let patience: Patience

    /// A client over a transport.
    public init(transport: any ProcessorTransport, patience: Patience = .standard) {
        self.transport = transport
        self.patience = patience
    }
}

extension Int {
    fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}

extension ProcessorClient {
    /// Asks for what has no call here, and reads the answer's JSON.
    ///
    /// A field `next_attempt` is read into `nextAttempt`.
    ///
    /// - Parameters:
    ///   - path: `/v1/webhook_endpoints`
    ///   - fields: The parameters, in order.
    /// - Throws: The processor's refusal, or `noAnswer`.
    public func answer<Answer: Decodable & Sendable>(
        _ method: String, _ path: String, _ fields: [(name: String, value: String)] = [],
        key: IdempotencyKey? = nil, as kind: Answer.Type = Answer.self
    ) async throws(ProcessorError) -> Answer {
        var form = Form()
        for field in fields { form.add(field.name, field.value) }
        return try await ask(method, path, form, key: key)
    }

    /// Sends a request until there is an answer, and reads it.
    func ask<Answer: Decodable>(
        _ method: String, _ path: String, _ form: Form = Form(), key: IdempotencyKey? = nil,
        of account: String? = nil
    ) async throws(ProcessorError) -> Answer {
        let request = WireRequest(
            method: method, path: path, form: form.text, idempotencyKey: key?.rawValue, account: account)
        var attempt = 1
        while true {
            let outcome = await Self.once(request, over: transport)
            let last = attempt >= patience.tries
            switch outcome {
            case .answer(let answer) where last || !answer.wantsRetry: return try Self.read(answer)
            case .nothing(let reason, let isLate) where last || isLate:
                throw ProcessorError(
                    .noAnswer, status: 0, message: "The processor gave no answer: \(reason).")
            case .answer, .nothing: break
            }
            attempt += 1
            do {
                try await patience.pause(attempt - 1)
            } catch {
                throw ProcessorError(.noAnswer, status: 0, message: "The request was given up: \(error).")
            }
        }
    }

    private enum Outcome {
        case answer(WireAnswer)
        case nothing(String, isLate: Bool)
    }

    private static func once(_ request: WireRequest, over transport: any ProcessorTransport) async -> Outcome
    {
        do {
            return .answer(try await transport.send(request))
        } catch {
            return .nothing("\(error)", isLate: error is NoAnswerInTime)
        }
    }

    private static func read<Answer: Decodable>(_ answer: WireAnswer) throws(ProcessorError) -> Answer {
        let body = Data(answer.body)
        if answer.status == 200 {
            do {
                return try StripeDecoder.make().decode(Answer.self, from: body)
            } catch {
                throw ProcessorError(
                    .api, status: 200, message: "The processor's answer cannot be read: \(error)",
                    requestID: answer.requestID)
            }
        }
        if let told = try? StripeDecoder.make().decode(ErrorAnswer.self, from: body) {
            throw told.error.noun(status: answer.status, requestID: answer.requestID)
        }
        throw ProcessorError(
            .api, status: answer.status, message: "The processor answered \(answer.status) without a reason.",
            requestID: answer.requestID)
    }
}

extension WireAnswer {
    /// Whether the same request may be sent again: the processor says so, or failed, or is at the first one still.
    ///
    /// Source: Stripe documentation, "Low-level error handling": 409, 429 and 5xx.
    fileprivate var wantsRetry: Bool {
        if let shouldRetry { return shouldRetry }
        return status == 409 || status == 429 || status >= 500
    }
}
