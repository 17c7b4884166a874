import Processor
import TimeKit

extension Work {
    /// Gives a part of an application fee back, apart from any refund of the charge.
    ///
    /// Source: Stripe API reference, "Create an application fee refund".
    func refund(_ fee: ApplicationFee, amount: Int64, _ metadata: Metadata) throws -> FeeRefund {
        try MetadataRules.check(metadata)
        let left = fee.amount - fee.amountRefunded
        guard left > 0 else {
            throw Executed(.invalid(nil, "Application fee \(fee.id) has already been refunded."))
        }
        guard amount > 0 else { throw ProcessorError.notAnAmount("amount") }
        guard amount <= left else {
            throw ProcessorError.invalid(
                nil, "Refund amount (\(amount)) is greater than unrefunded amount on the fee (\(left)).",
                parameter: "amount")
        }
        let charge = try find(Charge.self, fee.originatingTransaction)
        let made = try giveBack(
            amount, of: fee, for: 0, metadata, availableOn: charge.map { try availability(of: $0) } ?? present
        )
        try emit("application_fee.refunded", made.fee)
        return made.refund
    }

    /// What of its fee goes back with a part of a transfer, in proportion.
    func feeRefund(with amount: Int64, of transfer: Transfer) throws -> (fee: ApplicationFee, amount: Int64)?
    {
        guard let source = transfer.sourceTransaction, let id = try find(Charge.self, source)?.applicationFee,
            let fee = try find(ApplicationFee.self, id)
        else { return nil }
        let share = AmountRules.share(
            of: fee.amount, for: amount, after: transfer.amountReversed, in: transfer.amount)
        return (fee, min(share, fee.amount - fee.amountRefunded))
    }
}
