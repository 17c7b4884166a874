import ProcessorClient
import Synchronization

/// A transport that counts the requests sent through it.
final class CountingTransport: ProcessorTransport {
    private let base: any ProcessorTransport
    private let sent = Atomic(0)

    init(_ base: any ProcessorTransport) { self.base = base }

    /// The number of requests sent so far.
    var requests: Int { sent.load(ordering: .relaxed) }

    func send(_ request: WireRequest, within limit: Duration) async throws -> WireResponse {
        sent.add(1, ordering: .relaxed)
        return try await base.send(request, within: limit)
    }
}
