import Foundation
import Giving
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TimeKit

/// Random changes made directly at the processor, drawn from a seed.
struct Outsiders {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed &* 0xD1B5_4A32) }

    /// Makes one change. A refusal by the processor is ignored.
    ///
    /// - Returns: A description of the change.
    mutating func act(in world: GivingWorld) async throws -> String {
        do {
            switch Int.random(in: 0..<23, using: &generator) {
            case 0..<8: return try await refund(in: world)
            case 8: return try await reverse(in: world)
            case 9: return try await returnFee(in: world)
            case 10, 11: return try await answerDispute(in: world)
            case 12, 13: return try await changeAmount(in: world)
            case 14: return try await pause(in: world)
            case 15: return try await cancel(in: world)
            case 16: return try await payDeclined(in: world)
            case 17: return try await payOut(in: world)
            case 18: return try await send(in: world)
            case 19, 20: return try await disputePart(in: world)
            case 21: return try await chooseDay(in: world)
            default: return try await cancelPayout(in: world)
            }
        } catch let error as ProcessorError {
            return "refused: \(error.message)"
        }
    }

    private mutating func intent(_ status: PaymentIntent.Status, in world: GivingWorld) async throws
        -> PaymentIntent?
    {
        try await world.processor.paymentIntents(ListQuery(limit: 100)).data.filter { $0.status == status }
            .randomElement(using: &generator)
    }

    private mutating func refund(in world: GivingWorld) async throws -> String {
        guard let intent = try await intent(.succeeded, in: world) else { return "nothing to refund" }
        let amount: Int64? =
            Bool.random(using: &generator) ? nil : Int64.random(in: 1...intent.amount, using: &generator)
        let (reverse, fee) = (Bool.random(using: &generator), Bool.random(using: &generator))
        _ = try await world.processor.create(
            Refund.Create(
                paymentIntent: intent.id, amount: amount, reverseTransfer: reverse, refundApplicationFee: fee),
            key: world.outsideKey())
        return
            "refund of \(amount.map(String.init) ?? "the rest")\(reverse ? " reversed" : "")\(fee ? " with fee" : "")"
    }

    private mutating func charge(in world: GivingWorld) async throws -> Charge? {
        guard let name = try await intent(.succeeded, in: world)?.latestCharge else { return nil }
        return try await world.processor.charge(name)
    }

    private mutating func reverse(in world: GivingWorld) async throws -> String {
        guard let charge = try await charge(in: world), let transfer = charge.transfer else {
            return "nothing"
        }
        _ = try await world.processor.reverse(
            transfer: transfer, amount: Int64.random(in: 1...charge.amount, using: &generator), metadata: [:],
            key: world.outsideKey())
        return "reversal"
    }

    private mutating func returnFee(in world: GivingWorld) async throws -> String {
        guard let charge = try await charge(in: world), let fee = charge.applicationFee else {
            return "nothing"
        }
        let amount = Int64.random(in: 1...max(1, charge.applicationFeeAmount ?? 1), using: &generator)
        let answer = await world.ask("/v1/application_fees/\(fee)/refunds", [("amount", "\(amount)")])
        return "fee returned: \(answer.status)"
    }

    private mutating func disputePart(in world: GivingWorld) async throws -> String {
        guard let charge = try await charge(in: world) else { return "nothing to dispute" }
        let amount = Int64.random(in: 1...charge.amount, using: &generator)
        _ = try await world.processor.dispute(charge: charge.id, amount: amount)
        return "dispute over \(amount) of \(charge.amount)"
    }

    private mutating func answerDispute(in world: GivingWorld) async throws -> String {
        let open = try await world.processor.disputes(ListQuery(limit: 50)).data.filter { !$0.status.isFinal }
        guard let dispute = open.randomElement(using: &generator) else { return "no dispute" }
        let text = ["winning_evidence", "losing_evidence", "text"].randomElement(using: &generator) ?? ""
        _ = try await world.processor.submit(evidence: text, for: dispute.id, key: world.outsideKey())
        return "dispute: \(text)"
    }

    private mutating func subscription(in world: GivingWorld) async throws -> Subscription? {
        try await world.processor.subscriptions(ListQuery(limit: 50)).data.filter { !$0.status.isFinal }
            .randomElement(using: &generator)
    }

    private mutating func changeAmount(in world: GivingWorld) async throws -> String {
        guard let one = try await subscription(in: world) else { return "no subscription" }
        // The platform's percentage stays the same, and of a smaller amount it would not cover the processor's fee.
        let amount = min(one.price.unitAmount, 90_000)
        let price = try await world.processor.create(
            Price.Create(
                product: one.price.product,
                unitAmount: Int64.random(in: amount...min(2 * amount, 90_000), using: &generator),
                currency: .usd, interval: .month), key: world.outsideKey())
        _ = try await world.processor.update(
            subscription: one.id, Subscription.Update(price: price.id), key: world.outsideKey())
        return "amount of \(one.id)"
    }

    /// Sets the end of a trial, which is how a day is chosen at the processor.
    private mutating func chooseDay(in world: GivingWorld) async throws -> String {
        guard let one = try await subscription(in: world) else { return "no subscription" }
        let seconds = Int64.random(in: 3_600...(40 * 86_400), using: &generator)
        let day = world.clock.now.adding(seconds: seconds)
        _ = try await world.processor.update(
            subscription: one.id, Subscription.Update(trialEnd: day), key: world.outsideKey())
        return "day \(day.date.iso8601) of \(one.id)"
    }

    private mutating func pause(in world: GivingWorld) async throws -> String {
        guard let one = try await subscription(in: world) else { return "no subscription" }
        _ = try await world.processor.update(
            subscription: one.id,
            Subscription.Update(pause: one.pausedUntil == nil ? .paused(until: nil) : .resumed),
            key: world.outsideKey())
        return "pause of \(one.id)"
    }

    private mutating func cancel(in world: GivingWorld) async throws -> String {
        guard let one = try await subscription(in: world) else { return "no subscription" }
        _ = try await world.processor.cancel(subscription: one.id, key: world.outsideKey())
        return "end of \(one.id)"
    }

    private mutating func payDeclined(in world: GivingWorld) async throws -> String {
        guard let intent = try await intent(.requiresPaymentMethod, in: world) else {
            return "nothing declined"
        }
        _ = try await world.processor.confirm(
            intent.id, PaymentIntent.Confirm(paymentMethod: "pm_card_visa"), key: world.outsideKey())
        return "a declined payment is paid"
    }

    /// Pays out all available money, because a partial payout would appear as a difference.
    private mutating func payOut(in world: GivingWorld) async throws -> String {
        let account = try await world.account()
        let balance = try await world.processor.balances(of: account).first
        guard let balance, balance.available > 0 else { return "nothing available" }
        _ = try await world.processor.createPayout(
            of: account, amount: balance.available, currency: .usd, key: world.outsideKey())
        return "payout"
    }

    private mutating func cancelPayout(in world: GivingWorld) async throws -> String {
        let account = try await world.account()
        let payouts = try await world.processor.payouts(of: account, ListQuery(limit: 5)).data
        guard let one = payouts.first(where: { $0.status == .pending }) else { return "no pending payout" }
        let answer = await world.ask("/v1/payouts/\(one.id)/cancel", [], account: account)
        return "payout canceled: \(answer.status)"
    }

    private mutating func send(in world: GivingWorld) async throws -> String {
        _ = try await world.processor.create(
            Transfer.Create(
                amount: Int64.random(in: 1...500, using: &generator), currency: .usd,
                destination: world.account()), key: world.outsideKey())
        return "transfer"
    }
}

extension GivingWorld {
    /// Sends a request to the processor's API, without a socket.
    func ask(_ path: String, _ form: [(String, String)], account: String? = nil) async -> APIResponse {
        let body = form.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        return await processor.exchange(
            APIRequest(
                method: "POST", path: path, body: Array(body.utf8), apiKey: "sk_test_outside",
                account: account))
    }
}
