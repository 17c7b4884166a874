import MoneyKit
import Processor
import TimeKit

extension Charge {
    /// The amount that was authorized but not captured, in minor units. Zero until the charge is captured.
    var amountReleased: Int64 { captured ? amount - amountCaptured : 0 }
}

extension EngineTransaction {
    /// Refunds a charge to the payer. On request, also reverses the transfer and refunds the application fee.
    ///
    /// Source: Stripe documentation, "Create destination charges", "Issue refunds".
    ///
    /// - Parameter id: The id of a charge without a payment intent, or nil to refund the charge of the
    ///   payment intent in the request.
    func create(_ request: Refund.Create, charge id: String? = nil) throws -> Written<Refund> {
        try MetadataRules.check(request.metadata)
        if let amount = request.amount, amount <= 0 { throw ProcessorError.notAnAmount("amount") }
        var charge = try id.map { try chargeToRefund($0) } ?? chargeToRefund(of: request)
        if !charge.captured { return try release(&charge, request) }
        let amount = try refundable(request, of: charge)

        let reversal = try plannedReversal(of: amount, request, charge)
        let feeRefund = try plannedFeeRefund(of: amount, request, charge)
        if let reversal {
            try requireHolding(
                of: reversal.transfer.destination, reversal.amount - (feeRefund?.amount ?? 0), charge.currency
            )
        }

        var refund = Refund(
            id: try newID("re"), created: now, amount: amount, currency: charge.currency, status: .succeeded,
            charge: charge.id)
        refund.paymentIntent = charge.paymentIntent
        refund.reason = request.reason
        refund.metadata = request.metadata
        let availableOn = try availability(of: charge)
        refund.balanceTransaction =
            try book(
                .refund, of: account, -amount, charge.currency, source: refund.id, availableOn: availableOn
            ).id
        let made = try reversal.map { try reverse($0.transfer, $0.amount, [:], availableOn: availableOn) }
        refund.transferReversal = made?.reversal.id
        refund.reversedAmount = made?.reversal.amount ?? 0
        let fee = try feeRefund.map {
            try giveBack($0.amount, of: $0.fee, for: amount, [:], availableOn: availableOn).fee
        }
        charge.amountRefunded += amount
        charge.refunded = charge.amountRefunded == charge.amountCaptured
        try emit("charge.refunded", put(charge))
        let written = try startRefund(&refund, of: charge)
        if let made { try emit("transfer.reversed", made.transfer) }
        if let fee { try emit("application_fee.refunded", fee) }
        return written
    }

    /// Returns the charge of the payment intent that a refund request names. Throws an error if the payment
    /// did not succeed.
    private func chargeToRefund(of request: Refund.Create) throws -> Charge {
        let intent = try named(PaymentIntent.self, request.paymentIntent, by: "payment_intent")
        guard intent.status == .succeeded, let id = intent.latestCharge, let charge = try booked(id) else {
            throw Executed(
                .unexpectedState(of: intent, "This PaymentIntent has no successful charge to refund."))
        }
        return charge
    }

    private func chargeToRefund(_ id: String) throws -> Charge {
        guard let charge = try booked(id), charge.status == .succeeded, charge.sourceTransfer == nil else {
            throw Executed(
                .invalid(
                    "Charge \(id) cannot be refunded: it has not succeeded, or it was created by a transfer.")
            )
        }
        return charge
    }

    /// Records a refund of the part of a charge that was authorized but not captured. No money moves, so the
    /// charge's ``Charge/amountRefunded`` does not include this refund.
    ///
    /// Source: Stripe documentation, "Place a hold on a payment method".
    func recordRelease(of charge: Charge) throws {
        guard charge.amountReleased > 0 else { return }
        var refund = Refund(
            id: try newID("re"), created: now, amount: charge.amountReleased, currency: charge.currency,
            status: .succeeded, charge: charge.id)
        refund.paymentIntent = charge.paymentIntent
        try put(refund)
    }

    /// Performs the scheduled status change of a refund to a test card. A pending refund succeeds. A
    /// successful refund fails, and its amount returns to the balance.
    func refundSteps(_ id: String) throws {
        guard var refund = try find(Refund.self, id), var charge = try find(Charge.self, refund.charge) else {
            return
        }
        switch refund.status {
        case .pending: refund.status = .succeeded
        case .succeeded:
            refund.status = .failed
            refund.failureReason = "lost_or_stolen_card"
            try book(
                .refundFailure, of: account, refund.amount, refund.currency, source: refund.id,
                availableOn: availability(of: charge))
            charge.amountRefunded -= refund.amount
            charge.refunded = false
            try put(charge)
        case .failed, .canceled, .requiresAction: return
        }
        let written = try emit(refund.status == .failed ? "refund.failed" : "refund.updated", put(refund))
        try emit("charge.refund.updated", written)
    }

    /// Saves a new refund and emits its event. For some test cards, schedules its later success or failure.
    private func startRefund(_ refund: inout Refund, of charge: Charge) throws -> Written<Refund> {
        let behavior = TestMethod.behavior(of: charge.card)
        if behavior == .refundPends { refund.status = .pending }
        if behavior == .refundPends || behavior == .refundFails {
            try schedule(.refundStep, of: refund.id, after: configuration.refundDelay)
        }
        return try emit("refund.created", put(refund))
    }

    /// Returns the amount to refund: the requested amount or, by default, the whole remaining amount.
    private func refundable(_ request: Refund.Create, of charge: Charge) throws -> Int64 {
        let left = charge.amountCaptured - charge.amountRefunded
        try expect(left > 0, "charge_already_refunded", "Charge \(charge.id) has already been refunded.")
        if charge.disputed, try children(Dispute.self, of: charge.id).contains(where: \.holdsMoney) {
            throw Executed(
                .invalid(
                    "charge_disputed", "Charge \(charge.id) has been charged back; cannot issue a refund."))
        }
        let amount = request.amount ?? left
        try require(
            amount <= left,
            "Refund amount (\(amount)) is greater than unrefunded amount on charge (\(left)).",
            parameter: "amount")
        return amount
    }

    private func plannedReversal(of amount: Int64, _ request: Refund.Create, _ charge: Charge) throws
        -> (transfer: Transfer, amount: Int64)?
    {
        guard request.reverseTransfer else { return nil }
        guard let transfer = try find(Transfer.self, charge.transfer) else {
            throw ProcessorError.invalid(
                "Charge \(charge.id) has no transfer to reverse.", parameter: "reverse_transfer")
        }
        let before = try children(Refund.self, of: charge.id).filter { $0.transferReversal != nil }
            .sum(of: \.amount)
        let share = AmountRules.share(
            of: transfer.amount, for: amount, after: before, in: charge.amountCaptured)
        let taken = min(share, transfer.amount - transfer.amountReversed)
        return taken > 0 ? (transfer, taken) : nil
    }

    private func plannedFeeRefund(of amount: Int64, _ request: Refund.Create, _ charge: Charge) throws
        -> (fee: ApplicationFee, amount: Int64)?
    {
        guard request.refundApplicationFee else { return nil }
        let fee = try onPlatform { try find(ApplicationFee.self, charge.applicationFee) }
        guard let fee else {
            throw ProcessorError.invalid(
                "Charge \(charge.id) has no application fee.", parameter: "refund_application_fee")
        }
        let before = try onPlatform { try children(FeeRefund.self, of: fee.id) }
            .sum(of: \.ofRefund)
        let share = AmountRules.share(of: fee.amount, for: amount, after: before, in: charge.amountCaptured)
        return (fee, min(share, fee.amount - fee.amountRefunded))
    }

    /// Refunds part of an application fee to the connected account, without emitting an event.
    ///
    /// - Parameter refunded: The refunded amount of the charge, if the fee is refunded in proportion to this
    ///   amount; otherwise 0.
    func giveBack(
        _ amount: Int64, of fee: ApplicationFee, for refunded: Int64, _ metadata: Metadata,
        availableOn: Timestamp
    ) throws -> (refund: FeeRefund, fee: Written<ApplicationFee>) {
        var fee = fee
        var made = FeeRefund(
            id: try newID("fr"), created: now, amount: amount, currency: fee.currency, fee: fee.id,
            ofRefund: refunded, metadata: metadata)
        if amount > 0 {
            made.balanceTransaction =
                try book(
                    .applicationFeeRefund, of: nil, -amount, fee.currency, source: made.id,
                    availableOn: availableOn
                ).id
            try book(
                .applicationFeeRefund, of: fee.account, amount, fee.currency, source: made.id,
                availableOn: availableOn)
        }
        try put(made)
        fee.amountRefunded += amount
        return (made, try put(fee))
    }

    /// Refunds all or part of an application fee without refunding the charge.
    ///
    /// Source: Stripe API reference, "Create an application fee refund".
    func refund(_ fee: ApplicationFee, amount: Int64, _ metadata: Metadata) throws -> FeeRefund {
        try MetadataRules.check(metadata)
        let left = fee.amount - fee.amountRefunded
        try expect(left > 0, "Application fee \(fee.id) has already been refunded.")
        guard amount > 0 else { throw ProcessorError.notAnAmount("amount") }
        try require(
            amount <= left,
            "Refund amount (\(amount)) is greater than unrefunded amount on the fee (\(left)).",
            parameter: "amount")
        // A direct charge belongs to the account that paid the fee, and any other charge to the platform.
        let availableOn = try inAccount(ofObject: fee.originatingTransaction) {
            try find(Charge.self, fee.originatingTransaction).map { try availability(of: $0) } ?? present
        }
        let made = try giveBack(amount, of: fee, for: 0, metadata, availableOn: availableOn)
        try emit("application_fee.refunded", made.fee)
        return made.refund
    }

    /// Returns a transfer's application fee, and the part of the fee to refund when `amount` of the transfer
    /// is reversed. Returns nil if the transfer has no application fee.
    func feeRefund(with amount: Int64, of transfer: Transfer) throws -> (fee: ApplicationFee, amount: Int64)?
    {
        let charge = try find(Charge.self, transfer.sourceTransaction)
        guard let fee = try find(ApplicationFee.self, charge?.applicationFee) else { return nil }
        let share = AmountRules.share(
            of: fee.amount, for: amount, after: transfer.amountReversed, in: transfer.amount)
        return (fee, min(share, fee.amount - fee.amountRefunded))
    }
}

/// A refund of all or part of an application fee.
///
/// Source: Stripe API reference, "Application fee refunds".
struct FeeRefund: StoredObject {
    static let objectName = "fee_refund"
    static let isOfPlatform = true
    /// The id, `fr_…`.
    var id: String
    var created: Timestamp
    /// The amount, in minor units.
    var amount: Int64
    var currency: Currency
    var fee: String
    /// The refunded amount of the charge, in minor units, if the fee was refunded in proportion to this
    /// amount; otherwise 0.
    var ofRefund: Int64
    var balanceTransaction: String?
    var metadata: Metadata?

    var parent: String? { fee }
}
