import DatabaseKit
import Processor
import TimeKit

@testable import ProcessorSimulator

extension ProcessorBench {
    /// Creates a subscription on a test clock, as the API does.
    func onClock(_ clock: String, _ request: Subscription.Create) async throws -> Subscription {
        try await processor.transaction { work in
            try work.atTime(ofThose: [clock], isChange: true) { try work.create(request).object }
        }
    }
}
