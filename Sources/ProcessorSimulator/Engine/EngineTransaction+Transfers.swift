import MoneyKit
import Processor
import TimeKit

extension EngineTransaction {
    /// Transfers money from the platform to a connected account, either from a charge or from the available
    /// balance.
    ///
    /// Source: Stripe documentation, "Create separate charges and transfers".
    func create(_ request: Transfer.Create) throws -> Written<Transfer> {
        try MetadataRules.check(request.metadata)
        guard request.amount > 0, request.amount <= AmountRules.most else {
            throw ProcessorError.notAnAmount("amount")
        }
        _ = try destination(request.destination, by: "destination")
        var transfer = Transfer(
            id: try newID("tr"), created: now, amount: request.amount, currency: request.currency,
            destination: request.destination)
        transfer.transferGroup = request.transferGroup
        transfer.sourceTransaction = request.sourceTransaction
        transfer.metadata = request.metadata
        let availableOn: Timestamp
        if let source = request.sourceTransaction {
            let charge = try sourceCharge(source, of: request)
            transfer.transferGroup = request.transferGroup ?? charge.transferGroup
            availableOn = try availability(of: charge)
        } else {
            guard try balance(of: nil, in: request.currency).available >= request.amount else {
                throw Executed(
                    .balanceInsufficient("You have insufficient available funds in your Stripe account."))
            }
            availableOn = now
        }
        let payment = try move(&transfer, fee: 0, availableOn: availableOn)
        let written = try put(transfer)
        let received = try inAccount(transfer.destination) { try put(payment, parent: transfer.id) }
        try emit("transfer.created", written)
        try emit("payment.created", received, account: transfer.destination)
        return written
    }

    /// Returns the charge whose money is transferred. Throws an error if the charge was not captured or has a
    /// different currency, or if the total of its transfers would exceed the captured amount.
    private func sourceCharge(_ id: String, of request: Transfer.Create) throws -> Charge {
        let parameter = "source_transaction"
        guard let charge = try named(Charge.self, id, by: parameter).captured ? booked(id) : nil else {
            throw Executed(.invalid("The source charge was not captured.", parameter: parameter))
        }
        try require(
            charge.currency == request.currency,
            "The balance transaction of source_transaction has a different currency: \(charge.currency).",
            parameter: "currency")
        let moved = try children(Transfer.self, of: id).sum(of: \.amount)
        guard moved + request.amount <= charge.amountCaptured else {
            throw Executed(
                .balanceInsufficient(
                    "Insufficient funds: the transfers from \(id) would exceed the captured amount."))
        }
        return charge
    }

    /// Reverses all or part of a transfer, and emits the events.
    ///
    /// - Parameter withFee: Whether to also refund the application fee to the connected account, in
    ///   proportion to the reversed amount.
    func reverse(transfer id: String, amount: Int64, _ metadata: Metadata, withFee: Bool = false) throws
        -> Written<TransferReversal>
    {
        try MetadataRules.check(metadata)
        let transfer = try inPath(Transfer.self, id)
        try expect(
            transfer.amountReversed < transfer.amount,
            "The transfer \(id) is already fully reversed, so no amount is left to reverse.")
        guard amount > 0 else { throw ProcessorError.notAnAmount("amount") }
        try expect(
            amount <= transfer.amount - transfer.amountReversed,
            "Reversal amount (\(amount)) is greater than the amount that can still be reversed.",
            parameter: "amount")
        let feeRefund = withFee ? try feeRefund(with: amount, of: transfer) : nil
        try require(
            !withFee || feeRefund != nil, "Transfer \(id) has no application fee to refund.",
            parameter: "refund_application_fee")
        try requireHolding(of: transfer.destination, amount - (feeRefund?.amount ?? 0), transfer.currency)
        var availableOn = now
        try inAccount(transfer.destination) {
            guard let payment = try find(Charge.self, transfer.destinationPayment) else { return }
            availableOn = try availability(of: payment)
        }
        let made = try reverse(transfer, amount, metadata, availableOn: availableOn)
        try emit("transfer.reversed", made.transfer)
        if let feeRefund, feeRefund.amount > 0 {
            let returned = try giveBack(
                feeRefund.amount, of: feeRefund.fee, for: 0, [:], availableOn: availableOn)
            try emit("application_fee.refunded", returned.fee)
        }
        return try encoded(made.reversal)
    }

    /// Reverses all or part of a transfer, without emitting events.
    func reverse(_ transfer: Transfer, _ amount: Int64, _ metadata: Metadata, availableOn: Timestamp) throws
        -> (reversal: TransferReversal, transfer: Written<Transfer>)
    {
        var transfer = transfer
        var reversal = TransferReversal(
            id: try newID("trr"), created: now, amount: amount, currency: transfer.currency,
            transfer: transfer.id)
        reversal.metadata = metadata
        reversal.balanceTransaction =
            try book(
                .transferRefund, of: nil, amount, transfer.currency, source: reversal.id,
                availableOn: availableOn
            ).id
        var received = Refund(
            id: try newID("pyr"), created: now, amount: amount, currency: transfer.currency,
            status: .succeeded, charge: transfer.destinationPayment ?? "")
        received.sourceTransferReversal = reversal.id
        received.balanceTransaction =
            try book(
                .paymentRefund, of: transfer.destination, -amount, transfer.currency, source: received.id,
                availableOn: availableOn
            ).id
        try put(reversal)
        transfer.amountReversed += amount
        try inAccount(transfer.destination) {
            try put(received)
            guard var payment = try find(Charge.self, transfer.destinationPayment) else { return }
            payment.amountRefunded += amount
            payment.refunded = payment.amountRefunded == payment.amount
            try put(payment)
        }
        return (reversal, try put(transfer))
    }

    /// Throws an error if an amount exceeds a connected account's total balance, which includes pending
    /// money.
    func requireHolding(of account: String, _ amount: Int64, _ currency: Currency) throws {
        guard amount > 0 else { return }
        guard try balance(of: account, in: currency).total >= amount else {
            throw Executed(
                .balanceInsufficient(
                    "The account \(account) has insufficient funds to reverse this transfer."))
        }
    }
}
