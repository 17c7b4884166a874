public import Processor

/// A processor behind a line that fails as planned.
public final class FaultyProcessor: PaymentProcessor {
    /// The processor behind the line.
    public let base: any PaymentProcessor
    let line: FaultLine
    private let sleep: @Sendable (Duration) async throws -> Void

    /// A line to `base` of its own.
    ///
    /// - Parameter sleep: Waits for the plan's latency; where it throws, no answer comes.
    public convenience init(
        _ base: any PaymentProcessor, _ plan: ProcessorFaultPlan,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.init(base, FaultLine(plan), sleep: sleep)
    }

    /// A processor behind a line that somebody else switches.
    public init(
        _ base: any PaymentProcessor, _ line: FaultLine,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.base = base
        self.line = line
        self.sleep = sleep
    }

    /// How many requests there were, of all kinds.
    public var requests: Int { line.requests }

    /// Hands a request to the processor, or fails as the plan says.
    func pass<Answer>(
        _ operation: ProcessorFaultPlan.Operation, _ request: () async throws -> Answer
    ) async throws(ProcessorError) -> Answer {
        let (fault, latency) = line.next(operation)
        if latency > .zero {
            do { try await sleep(latency) } catch { throw .noAnswer }
        }
        switch fault {
        case nil:
            do {
                return try await request()
            } catch {
                throw (error as? ProcessorError) ?? .noAnswer
            }
        case .requestLost: throw .noAnswer
        case .answerLost:
            _ = try? await request()
            throw .noAnswer
        case .serverError:
            throw ProcessorError(.api, status: 500, message: "An unexpected error occurred.")
        }
    }
}

extension ProcessorError {
    /// Nobody knows whether the request was carried out.
    static let noAnswer = ProcessorError(
        .noAnswer, status: 0, message: "No answer came from the processor in time.")
}

extension FaultyProcessor {
    /// Returns events with the faults of the plan. The last event of a page that is not the last page is always
    /// included, at the end, so that a caller can continue after it.
    public func events(ofTypes types: [String], _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<ProcessorEvent>
    {
        let page = try await pass(.events) { try await base.events(ofTypes: types, query) }
        return ListPage(line.told(page.data, hasMore: page.hasMore, id: \.id), hasMore: page.hasMore)
    }
}
