import MoneyKit
import Processor

/// What goes back of a payment that is held or the platform's: how much, and which part of it was fee.
///
/// All in minor units, and all negative where a refund comes back.
struct GivenBack: Hashable, Sendable {
    /// What the payer gets.
    var amountMinor: Int64
    /// What of it was kept as fee: the surcharge included.
    var feeMinor: Int64
    /// What of the fee was the payer's surcharge.
    var surchargeMinor: Int64
    /// What can be taken of what is held.
    var heldMinor: Int64

    /// What of it was the payee's share.
    var shareMinor: Int64 { amountMinor - feeMinor }

    /// Whence it goes back.
    ///
    /// The share is taken from what is held; what is not held any more was released, and the payee owes it until its
    /// transfers are reversed.
    func entries(of payment: Payment) -> [LedgerEntry] {
        let currency = payment.total.currency
        let share = payment.form.share(of: payment.id)
        let fees = [
            LedgerEntry(.feeRevenue, Money(feeMinor - surchargeMinor, currency)),
            LedgerEntry(.surchargeRevenue, Money(surchargeMinor, currency)),
        ]
        guard case .held(let payee) = payment.form else {
            return fees + [LedgerEntry(share, Money(shareMinor, currency))]
        }
        let taken = min(shareMinor, heldMinor)
        return fees + [
            LedgerEntry(share, Money(taken, currency)),
            LedgerEntry(.receivable(payee), Money(shareMinor - taken, currency)),
        ]
    }
}

extension Payment {
    /// What of the payee's share has not gone back, in minor units.
    var shareLeftMinor: Int64 {
        total.minorUnits - applicationFeeMinor - (feeBaseMinor - feeReturnedMinor)
    }

    /// Counts that more goes back, and what of the fee goes back with it: in proportion to all that has gone back, so
    /// that the last part brings the last unit.
    ///
    /// - Parameters:
    ///   - minor: What goes back, in minor units; negative for what comes again.
    ///   - heldMinor: What can be taken of what is held.
    mutating func giveBack(_ minor: Int64, heldMinor: Int64) -> GivenBack {
        let total = total.minorUnits
        let surcharge = quote.minorUnits(of: .surcharge)
        func returned(_ fee: Int64) -> Int64 {
            total == 0 ? 0 : ApplicationFee.returned(of: fee, refunded: feeBaseMinor, of: total)
        }
        let (feeBefore, surchargeBefore) = (returned(applicationFeeMinor), returned(surcharge))
        feeBaseMinor = max(0, min(total, feeBaseMinor + minor))
        // Part of the fee may have been returned separately, so only the rest is returned here.
        let share = returned(applicationFeeMinor) - feeBefore
        let fee = max(-feeReturnedMinor, min(applicationFeeMinor - feeReturnedMinor, share))
        feeReturnedMinor += fee
        return GivenBack(
            amountMinor: minor, feeMinor: fee,
            surchargeMinor: returned(surcharge) - surchargeBefore, heldMinor: heldMinor)
    }
}
