import Foundation
public import Processor

/// A client for Stripe's API, which the simulator's server also implements.
///
/// If a request fails temporarily, the client sends it again with the same idempotency key, as its
/// ``RetryPolicy`` allows. If there is still no response, it is unknown whether the processor has executed
/// the request.
///
/// Source: Stripe API reference; documentation, "Low-level error handling".
public struct ProcessorClient: PaymentProcessor {
    /// The limits on the attempts to send a request, and the pauses between the attempts.
    public struct RetryPolicy: Sendable {
        /// The maximum number of attempts, at least 1.
        public var tries: Int
        /// The maximum total time for all attempts of a call. After this time, the client abandons the
        /// current attempt.
        public var limit: Duration
        /// Returns the time of a monotonic clock. Only the difference between two results is meaningful.
        public var now: @Sendable () -> Duration = { RetryPolicy.origin.duration(to: .now) }
        /// A closure that waits between two attempts. Its argument is the number of attempts made so far.
        public var pause: @Sendable (_ before: Int) async throws -> Void

        /// A policy with three attempts. The pauses are half a second and one second.
        public static let standard = RetryPolicy(tries: 3) { attempt in
            try await Task.sleep(for: .milliseconds(250 << min(max(attempt, 1), 4)))
        }
        /// A policy with a single attempt, for callers that retry requests themselves.
        public static let none = RetryPolicy(tries: 1) { _ in }

        /// Creates a policy that measures time with the system's monotonic clock.
        public init(
            tries: Int, limit: Duration = .seconds(30),
            pause: @escaping @Sendable (_ before: Int) async throws -> Void
        ) {
            self.tries = tries
            self.limit = limit
            self.pause = pause
        }

        private static let origin = ContinuousClock.now
    }

    /// The transport that sends requests and receives responses.
    public let transport: any ProcessorTransport
    let retryPolicy: RetryPolicy

    /// Creates a client that sends its requests through a transport.
    public init(transport: any ProcessorTransport, retryPolicy: RetryPolicy = .standard) {
        self.transport = transport
        self.retryPolicy = retryPolicy
    }
}

extension ProcessorClient {
    /// Sends any request that Stripe's API supports, and decodes the JSON response. Use this function if the
    /// client has no specific function for the request.
    ///
    /// A JSON field such as `next_attempt` is decoded as the property `nextAttempt`.
    ///
    /// - Parameter method: The HTTP method, such as `GET`.
    /// - Parameter path: The path, such as `/v1/webhook_endpoints`.
    /// - Parameter fields: The parameters, in order.
    /// - Parameter key: The idempotency key, or nil for a request that changes nothing.
    /// - Parameter kind: The type to decode from the response.
    /// - Throws: ``ProcessorError`` if the request fails. The error's kind is `noAnswer` if no response
    ///   arrived, or `api` if the response cannot be read.
    public func answer<StripeResponse: Decodable & Sendable>(
        _ method: String, _ path: String, _ fields: [(name: String, value: String)] = [],
        key: IdempotencyKey? = nil, as kind: StripeResponse.Type = StripeResponse.self
    ) async throws(ProcessorError) -> StripeResponse {
        var form: Form = [:]
        for field in fields { form.add(field.name, field.value) }
        return try await ask(method, path, form, key: key)
    }

    /// Sends a request and returns the object in its response.
    func ask<Response: StripeResponse>(
        _ kind: Response.Type, _ method: String, _ path: String, _ form: Form = [:],
        key: IdempotencyKey? = nil,
        of account: String? = nil
    ) async throws(ProcessorError) -> Response.Object {
        let answer: Response = try await ask(method, path, form, key: key, of: account)
        return try answer.object(of: account)
    }

    /// Retrieves a page of a list.
    func list<Response: StripeResponse>(
        _ kind: Response.Type, _ path: String, _ query: ListQuery, _ fields: Form = [:],
        of account: String? = nil
    ) async throws(ProcessorError) -> ListPage<Response.Object> {
        var form = fields
        form.add(query)
        return try await ask(ListResponse<Response>.self, "GET", path, form, of: account)
    }

    /// Sends a request and decodes the response. If the request fails temporarily, retries it as the retry
    /// policy allows.
    func ask<StripeResponse: Decodable>(
        _ method: String, _ path: String, _ form: Form = [:], key: IdempotencyKey? = nil,
        of account: String? = nil, wantsEventsOfAccounts: Bool = false
    ) async throws(ProcessorError) -> StripeResponse {
        var request = WireRequest(
            method: method, path: path, form: form.text, idempotencyKey: key?.rawValue, account: account)
        request.wantsEventsOfAccounts = wantsEventsOfAccounts
        return try await send(request)
    }

    private func send<StripeResponse: Decodable>(_ request: WireRequest)
        async throws(ProcessorError) -> StripeResponse
    {
        let (begin, now, limit) = (retryPolicy.now(), retryPolicy.now, retryPolicy.limit)
        var (attempt, left) = (1, limit)
        while true {
            let outcome = await Self.once(request, over: transport, within: left)
            left = limit - (now() - begin)
            guard left > .zero, outcome.wantsRetry, attempt < retryPolicy.tries else {
                return try read(outcome)
            }
            do {
                try await retryPolicy.pause(attempt)
            } catch {
                throw ProcessorError(.noAnswer, status: 0, message: "The request was canceled.")
            }
            left = limit - (now() - begin)
            guard left > .zero else { return try read(outcome) }
            attempt += 1
        }
    }

    private enum Outcome {
        case answer(WireResponse)
        case nothing(String)
        /// The time limit for all attempts of a call has passed.
        case late

        var wantsRetry: Bool {
            switch self {
            case .answer(let answer): answer.wantsRetry
            case .nothing: true
            case .late: false
            }
        }
    }

    private static func once(
        _ request: WireRequest, over transport: any ProcessorTransport, within limit: Duration
    ) async -> Outcome {
        do {
            return .answer(try await transport.send(request, within: limit))
        } catch is NoAnswerInTime {
            return .late
        } catch {
            return .nothing("\(error)")
        }
    }

    private func read<StripeResponse: Decodable>(_ outcome: Outcome) throws(ProcessorError) -> StripeResponse
    {
        let reason: String
        switch outcome {
        case .answer(let answer): return try Self.read(answer)
        case .nothing(let error): reason = error
        // The error states the whole time limit, not the time that was left for the last attempt.
        case .late: reason = "\(NoAnswerInTime(limit: retryPolicy.limit))"
        }
        throw ProcessorError(.noAnswer, status: 0, message: "The request failed: \(reason).")
    }

    private static func read<StripeResponse: Decodable>(_ answer: WireResponse) throws(ProcessorError)
        -> StripeResponse
    {
        let body = Data(answer.body)
        if answer.status == 200 {
            do {
                return try StripeDecoder.make().decode(StripeResponse.self, from: body)
            } catch {
                throw ProcessorError(
                    .api, status: 200, message: "The processor's response cannot be read: \(error)",
                    requestID: answer.requestID)
            }
        }
        if let response = try? StripeDecoder.make().decode(ErrorResponse.self, from: body) {
            throw response.error.object(status: answer.status, requestID: answer.requestID)
        }
        throw ProcessorError(
            .api, status: answer.status,
            message: "The processor responded with status \(answer.status) and did not give a reason.",
            requestID: answer.requestID)
    }
}

extension WireResponse {
    /// Whether the client should send the same request again. The `Stripe-Should-Retry` header of the
    /// response takes precedence. Without this header, the value is true for the statuses 409, 429 and 5xx.
    ///
    /// Source: Stripe documentation, "Low-level error handling": 409, 429 and 5xx.
    fileprivate var wantsRetry: Bool {
        if let shouldRetry { return shouldRetry }
        return status == 409 || status == 429 || status >= 500
    }
}
