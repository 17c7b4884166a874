import Processor
import ProcessorSimulator
import TapServer

extension DataFolder {
    /// The wallet and the bank that the pages play.
    var simulatedWorld: SimulatedWorld {
        SimulatedWorld(
            walletMethod: { [processor] card, key in
                try await processor.create(
                    PaymentMethod.Create(testName: card, wallet: "apple_pay"), key: IdempotencyKey(key)
                ).id
            },
            answerBank: { gift, isPassed in _ = try await play(isPassed ? .passed : .failed, for: gift) })
    }
}
