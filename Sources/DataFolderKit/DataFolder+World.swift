import Giving
package import InvocationRouter
package import PaymentCore
import Processor
import ProcessorSimulator
package import TagSecurity
package import TapServer

extension DataFolder {
    /// Returns the simulated wallet on the payer's phone.
    package func simulatedWallet(on device: WalletDevice) -> SimulatedWallet {
        SimulatedWallet(on: device) { [processor] card, key in
            try await processor.create(
                PaymentMethod.Create(testName: card, wallet: "apple_pay"), key: IdempotencyKey(key)
            ).id
        }
    }

    /// Returns the simulated wallet and the simulated bank for web pages.
    package func simulatedWorld(on device: WalletDevice) -> SimulatedWorld {
        SimulatedWorld(
            wallet: simulatedWallet(on: device),
            answerBank: { gift, isPassed in _ = try await play(isPassed ? .passed : .failed, for: gift) })
    }
}

extension DataFolder {
    /// Returns a service that verifies taps with the given keys, and stores the taps in batches.
    ///
    /// - Parameter failed: Called with the error if a tap was dropped because it can never be stored.
    package func tapRecorder(
        keys: [SUNKeys], hosts: HostList, failed: @escaping @Sendable (any Error) -> Void = { _ in }
    ) -> TapRecorder {
        let queue = TapQueue(on: database, failed: failed)
        return TapRecorder(
            prove: { url in try await take(url, hosts: hosts, with: keys) },
            keep: { url, route, organization, verdict, source in
                try await self.queue(
                    url, route: route, organization: organization, verdict, source: source, in: queue
                ).id
            },
            flush: { id in
                guard let id else { return try await queue.flush() }
                try await queue.flush(for: id)
            })
    }
}
