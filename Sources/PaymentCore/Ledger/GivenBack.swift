import MoneyKit
import Processor

/// An amount that is returned to a payer, with its parts. This type is used for payments whose money is held
/// or belongs to the platform.
///
/// All values are in minor units. They are negative if an earlier return is undone, for example because the
/// payer's bank sends a refund back.
struct GivenBack: Hashable {
    /// The amount that is returned to the payer.
    var amountMinor: Int64
    /// The fee that is part of the returned amount, including the payer's surcharge.
    var feeMinor: Int64
    /// The payer's surcharge that is part of the returned fee.
    var surchargeMinor: Int64
    /// The maximum amount that can be taken from the held money.
    var heldMinor: Int64

    /// The payee's share of the returned amount.
    var shareMinor: Int64 { amountMinor - feeMinor }

    /// Returns the accounts and amounts of the ledger entries that take the amount from the accounts that
    /// contain it.
    ///
    /// For a held payment, the payee's share is taken from the held money. If part of the share was already
    /// released, the payee owes that part until the transfers to the payee are reversed.
    func amounts(of payment: Payment) -> [Posting.Amount] {
        let share = payment.form.share(of: payment.id)
        let fees: [Posting.Amount] = [
            (.feeRevenue, feeMinor - surchargeMinor), (.surchargeRevenue, surchargeMinor),
        ]
        guard case .held(let payee) = payment.form else { return fees + [(share, shareMinor)] }
        let taken = min(shareMinor, heldMinor)
        return fees + [(share, taken), (.receivable(payee), shareMinor - taken)]
    }
}

extension Payment {
    /// The part of the payee's share that has not been returned, in minor units.
    var shareLeftMinor: Int64 {
        total.minorUnits - applicationFeeMinor - (feeBaseMinor - feeReturnedMinor)
    }

    /// Adds an amount to the total returned to the payer, and computes the fee that is returned with it.
    ///
    /// The fee is returned in proportion to the amount, but only up to the part of the fee that is left.
    /// Because the fee is computed from totals, rounding errors do not accumulate.
    ///
    /// - Parameters:
    ///   - minor: The returned amount, in minor units. It is negative if an earlier return is undone.
    ///   - heldMinor: The amount that can be taken from the held money, in minor units.
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
