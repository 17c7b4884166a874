import MoneyKit
import Processor
import TextKit

/// A purchase for which a customer redeems coupons and promotion codes.
struct Purchase {
    /// The amount before discounts and taxes, in minor units.
    var amount: Int64
    var currency: Currency
    var customer: String?
    var subscription: String?
    var invoice: String?
    var checkoutSession: String?
}

/// The redemption of promotion codes, and the checks of their restrictions.
///
/// Source: Stripe API reference, "Create a promotion code", `restrictions`.
extension EngineTransaction {
    /// Redeems a promotion code and its coupon. Returns the discount.
    func redeem(promotionCode id: String, by parameter: String, for purchase: Purchase) throws -> Discount {
        var code = try redeemable(id, by: parameter, for: purchase)
        code.timesRedeemed += 1
        try put(code)
        return try redeem(code.coupon, by: parameter, for: purchase, promotionCode: id)
    }

    /// Redeems coupons and promotion codes for a purchase. Returns the ids of the discounts.
    ///
    /// - Parameter promotionCodes: The promotion codes, each with its position in the request's `discounts`.
    @discardableResult
    func redeem(
        _ coupons: [String], _ promotionCodes: [(place: Int, id: String)], for purchase: Purchase
    ) throws -> [String] {
        let own = try coupons.enumerated().map { place, code in
            try redeem(code, by: "discounts[\(place)][coupon]", for: purchase)
        }
        let others = try promotionCodes.map { place, id in
            try redeem(promotionCode: id, by: "discounts[\(place)][promotion_code]", for: purchase)
        }
        return (own + others).map(\.id)
    }

    /// Returns a promotion code. Throws an error if the promotion code cannot be redeemed now for the
    /// purchase.
    func redeemable(_ id: String, by parameter: String, for purchase: Purchase) throws -> CouponCode {
        let code = try named(CouponCode.self, id, by: parameter)
        try require(
            isActive(code), "This promotion code is inactive, has expired or has been used up: \(code.code)",
            parameter: parameter)
        try require(
            code.customer == nil || code.customer == purchase.customer,
            "This promotion code cannot be redeemed because only a specific customer can use it.",
            parameter: parameter)
        if code.isForFirstTransaction == true, let customer = purchase.customer,
            try hasTransactions(customer)
        {
            throw ProcessorError.invalid(
                "This promotion code cannot be redeemed because the associated customer has prior transactions.",
                parameter: parameter)
        }
        if let least = code.minimumAmount,
            purchase.amount < least || code.minimumCurrency != purchase.currency
        {
            throw ProcessorError.invalid(
                "This promotion code cannot be redeemed because the purchase is below the minimum amount of \(AmountText.of(least, code.minimumCurrency ?? purchase.currency)), or is in a different currency.",
                parameter: parameter)
        }
        return code
    }

    /// Checks the restrictions of a new promotion code.
    func checkRestrictions(of code: CouponCode) throws {
        if let id = code.customer { _ = try living(id, by: "customer") }
        let name = "restrictions[minimum_amount]"
        if let least = code.minimumAmount {
            guard (1...AmountRules.most).contains(least) else { throw ProcessorError.notAnAmount(name) }
            guard code.minimumCurrency != nil else {
                throw ProcessorError.missing("restrictions[minimum_amount_currency]")
            }
        } else if code.minimumCurrency != nil {
            throw ProcessorError.missing(name)
        }
    }

    /// Returns whether a customer has successful payments, or finalized invoices that are not void.
    private func hasTransactions(_ customer: String) throws -> Bool {
        func exists<Object: StoredObject>(_ kind: Object.Type, _ status: String) throws -> Bool {
            try !list(kind, ListQuery(limit: 1), where: ["customer": customer, "status": status]).data.isEmpty
        }
        if try exists(Charge.self, Charge.Status.succeeded.rawValue) { return true }
        return try [Invoice.Status.open, .paid, .uncollectible].contains {
            try exists(Invoice.self, $0.rawValue)
        }
    }
}

extension Call {
    /// The promotion codes in the `discounts[][promotion_code]` parameters, each with its position in
    /// `discounts`.
    var promotionCodes: [(place: Int, id: String)] {
        self["discounts"].elements.enumerated().compactMap { place, submitted in
            submitted["promotion_code"].string.map { (place, $0) }
        }
    }
}
