import MoneyKit
import Processor
import ProcessorSimulator
import SimulationKit
import TimeKit

extension ProcessorBench {
    /// Creates a donor with a card as the default method.
    func donor(with method: String? = "pm_card_visa") async throws -> Customer {
        try await processor.create(Customer.Create(email: "ann@example.com", paymentMethod: method), key: key)
    }

    /// Creates a price of 50.00.
    func price(_ amount: Int64 = 5000, every interval: Price.Interval? = .month) async throws -> String {
        let product = try await processor.createProduct(named: "Gift", metadata: [:], key: key)
        return try await processor.create(
            Price.Create(product: product.id, unitAmount: amount, currency: .usd, interval: interval),
            key: key
        ).id
    }

    /// Creates a monthly gift of 50.00.
    func monthly(
        with method: String? = "pm_card_visa", trialEnd: Timestamp? = nil,
        every interval: Price.Interval = .month
    ) async throws -> Subscription {
        try await processor.create(
            Subscription.Create(
                customer: donor(with: method).id, price: price(every: interval), trialEnd: trialEnd,
                metadata: ["fund": "12"]), key: key)
    }

    /// Returns the invoices of a subscription, oldest first.
    func invoices(of subscription: String) async throws -> [Invoice] {
        try await processor.invoices(ofSubscription: subscription, ListQuery()).data.reversed()
    }

    /// Sets the clock to a time.
    func go(to moment: String) {
        guard let moment = Timestamp(iso8601: moment) else { preconditionFailure("\(moment) is no moment") }
        clock.advance(to: moment)
    }
}
