public import ProcessorClient
public import ProcessorSimulator

/// Requests to a simulated processor in the same process: all of Stripe's API, and no socket.
public struct SimulatorTransport: ProcessorTransport {
    private let processor: SimulatedProcessor

    /// A way to a processor.
    public init(processor: SimulatedProcessor) { self.processor = processor }

    /// Answers a request.
    public func send(_ request: WireRequest) async -> WireAnswer {
        let form = Array(request.form.utf8)
        let isRead = request.method == "GET"
        let answer = await processor.exchange(
            APIRequest(
                method: request.method, path: request.path, query: isRead ? form : [],
                body: isRead ? [] : form,
                apiKey: "sk_test_same_process", idempotencyKey: request.idempotencyKey,
                account: request.account))
        return WireAnswer(
            status: answer.status, body: answer.body, requestID: answer.requestID,
            shouldRetry: answer.shouldRetry)
    }
}
