import Giving
import ProcessorSimulator
import SimulationKit
import TapServer
import Testing

/// The processor does what it is asked for, and its answer does not come.
@Suite struct LostAnswerTests {
    /// The request and both times it is sent again at once.
    static func lost(_ operation: ProcessorFaultPlan.Operation) -> [ProcessorFaultPlan.Rule] {
        (1...3).map { ProcessorFaultPlan.Rule(operation, $0, .answerLost) }
    }

    @Test(
        "the page waits until the outcome is known, and the gift is charged once",
        arguments: [(ProcessorFaultPlan.Operation.createIntent, "0"), (.createSubscription, "1")])
    func waits(operation: ProcessorFaultPlan.Operation, monthly: String) async throws {
        try await SiteBench.with(faults: Self.lost(operation)) { bench in
            let visitor = Visitor(bench: bench)
            let waiting = try await visitor.give("/Grace?f=12&r=\(monthly)", ["monthly": monthly])
            #expect(waiting.says("You do not need to give again") && waiting.says("http-equiv=\"refresh\""))
            // Somebody may still be at it: it is left alone for ten seconds.
            let young = try await visitor.open(waiting.target)
            #expect(young.says("You do not need to give again"))
            bench.clock.advance(seconds: 11)
            let thanks = try await visitor.open(waiting.target)
            #expect(thanks.says("Thank you for your generosity!"), "\(thanks.html)")
            #expect(try await bench.gifts().count == 1)
            #expect(try await bench.charges() == 1)
        }
    }
}
