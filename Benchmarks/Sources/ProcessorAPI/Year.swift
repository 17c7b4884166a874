import DatabaseKit
import Foundation
import Processor
import ProcessorSimulator
import Synchronization
import TimeKit

/// A simulated year of subscriptions.
struct Year {
    var seconds: Double
    var invoices: Int
    /// Whether the balances equal the sum of the balance transactions, and all invoices exist.
    var addsUp: Bool

    /// Creates monthly subscriptions and advances the clock by a year at once.
    static func measure(subscriptions: Int) async throws -> Year {
        let folder = try TemporaryFolder()
        let now = Mutex(Timestamp(seconds: 1_769_850_000))
        let processor = try Payments.processor(in: folder.path, clock: WallClock { now.withLock { $0 } })
        let product = try await processor.createProduct(
            named: "Monthly gift", metadata: [:], key: IdempotencyKey("product"))
        let price = try await processor.create(
            Price.Create(product: product.id, unitAmount: 5_000, currency: .usd, interval: .month),
            key: IdempotencyKey("price"))
        for number in 0..<subscriptions {
            let customer = try await processor.create(
                Customer.Create(), key: IdempotencyKey("customer-\(number)"))
            let method = try await processor.attach(
                "pm_card_visa", to: customer.id, key: IdempotencyKey("method-\(number)"))
            _ = try await processor.create(
                Subscription.Create(customer: customer.id, price: price.id, defaultPaymentMethod: method.id),
                key: IdempotencyKey("subscription-\(number)"))
        }
        let started = ContinuousClock.now
        now.withLock { $0 = $0.adding(seconds: 366 * 86_400) }
        try await processor.advance()
        let time = ContinuousClock.now - started
        let invoices = try await pages { try await processor.invoices(ofSubscription: nil, $0) }.count
        let booked = try await pages { try await processor.balanceTransactions(of: nil, $0) }
        let held = try await processor.balances(of: nil).reduce(0) { $0 + $1.total }
        return Year(
            seconds: time / .seconds(1), invoices: invoices,
            addsUp: booked.reduce(0) { $0 + $1.net } == held && invoices == 13 * subscriptions)
    }

    private static func pages<Object: ProcessorObject>(
        _ page: (ListQuery) async throws -> ListPage<Object>
    ) async throws -> [Object] {
        var (found, query) = ([Object](), ListQuery(limit: 100))
        while true {
            let next = try await page(query)
            found += next.data
            guard next.hasMore, let last = next.data.last else { return found }
            query.startingAfter = last.id
        }
    }
}
