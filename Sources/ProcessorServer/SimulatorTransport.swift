public import ProcessorClient
public import ProcessorSimulator

extension ProcessorTransport {
    /// Sends an ``APIRequest`` over this transport, and returns the response.
    ///
    /// - Throws: The errors of ``send(_:within:)``. The processor may have executed the request.
    public func exchange(_ request: APIRequest) async throws -> APIResponse {
        let form = request.method == "GET" ? request.query : request.body
        let answer = try await send(
            WireRequest(
                method: request.method, path: request.path, form: String(decoding: form, as: UTF8.self),
                idempotencyKey: request.idempotencyKey, account: request.account),
            within: ProcessorClient.RetryPolicy.none.limit)
        return APIResponse(
            status: answer.status, body: answer.body, requestID: answer.requestID ?? "",
            shouldRetry: answer.shouldRetry)
    }
}

/// A transport to a simulated processor in the same process, without a network. It supports both Stripe's API
/// and the simulator's control requests.
public struct SimulatorTransport: ProcessorTransport {
    private let processor: SimulatedProcessor

    /// Creates a transport to a processor.
    public init(processor: SimulatedProcessor) { self.processor = processor }

    /// Executes a request. Ignores the time limit, because there is no network.
    public func send(_ request: WireRequest, within limit: Duration) async -> WireResponse {
        let form = Array(request.form.utf8)
        let isRead = request.method == "GET"
        var asked = APIRequest(
            method: request.method, path: request.path, query: isRead ? form : [], body: isRead ? [] : form,
            apiKey: "sk_test_same_process", idempotencyKey: request.idempotencyKey, account: request.account)
        asked.wantsEventsOfAccounts = request.wantsEventsOfAccounts
        let steers = SimulatedProcessor.steers(request.path)
        let answer = await steers ? processor.control(asked) : processor.exchange(asked)
        return WireResponse(
            status: answer.status, body: answer.body, requestID: answer.requestID,
            shouldRetry: answer.shouldRetry)
    }
}
