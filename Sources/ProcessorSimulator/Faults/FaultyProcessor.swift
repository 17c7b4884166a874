public import Processor
import SimulationKit
import Synchronization

/// A processor behind a line that fails as planned.
///
/// It counts the requests of each kind over its life, and draws faults in the order in which requests come.
public final class FaultyProcessor: PaymentProcessor {
    /// The processor behind the line.
    public let base: any PaymentProcessor
    let plan: ProcessorFaultPlan
    private let sleep: @Sendable (Duration) async throws -> Void
    private let progress: Mutex<Progress>

    /// A line to `base`.
    ///
    /// - Parameter sleep: Waits for the plan's latency; where it throws, no answer comes.
    public init(
        _ base: any PaymentProcessor, _ plan: ProcessorFaultPlan,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.base = base
        self.plan = plan
        self.sleep = sleep
        progress = Mutex(Progress(generator: SeededGenerator(seed: plan.seed)))
    }

    private struct Progress {
        var counts: [ProcessorFaultPlan.Operation: Int] = [:]
        var total = 0
        var generator: SeededGenerator
    }

    /// How many requests there were, of all kinds.
    public var requests: Int { progress.withLock { $0.total } }

    /// Hands a request to the processor, or fails as the plan says.
    func pass<Answer>(
        _ operation: ProcessorFaultPlan.Operation, _ request: () async throws(ProcessorError) -> Answer
    ) async throws(ProcessorError) -> Answer {
        let fault = nextFault(of: operation)
        if plan.latency > .zero {
            do { try await sleep(plan.latency) } catch { throw .noAnswer }
        }
        switch fault {
        case nil: return try await request()
        case .requestLost: throw .noAnswer
        case .answerLost:
            _ = try? await request()
            throw .noAnswer
        case .serverError:
            throw ProcessorError(.api, status: 500, message: "An unexpected error occurred.")
        }
    }

    private func nextFault(of operation: ProcessorFaultPlan.Operation) -> ProcessorFaultPlan.Fault? {
        progress.withLock { progress in
            let number = progress.counts[operation, default: 0] + 1
            progress.counts[operation] = number
            progress.total += 1
            if let death = plan.death, progress.total >= death.request {
                return progress.total == death.request && death.isCarriedOut ? .answerLost : .requestLost
            }
            if let rule = plan.rules.first(where: { $0.operation == operation && $0.number == number }) {
                return rule.fault
            }
            guard plan.rate > 0, Int.random(in: 0..<10_000, using: &progress.generator) < plan.rate else {
                return nil
            }
            return plan.faults.randomElement(using: &progress.generator)
        }
    }
}

extension ProcessorError {
    /// Nobody knows whether the request was carried out.
    static let noAnswer = ProcessorError(
        .noAnswer, status: 0, message: "No answer came from the processor in time.")
}
