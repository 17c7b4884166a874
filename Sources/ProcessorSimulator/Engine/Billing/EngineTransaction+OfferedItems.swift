import MoneyKit
import Processor
import TimeKit

/// The amounts and discounts of the items in Checkout sessions and quotes, before the items are invoiced.
extension EngineTransaction {
    /// Returns unsaved discounts for the requested coupons and promotion codes, without redeeming them.
    ///
    /// - Throws: An error if a coupon or a promotion code cannot be redeemed for the purchase.
    func redeemable(_ coupons: [String], _ promotionCodes: [String], for purchase: Purchase) throws
        -> [Discount]
    {
        let own = try coupons.enumerated().map { place, code in
            let name = "discounts[\(place)][coupon]"
            return Discount(
                id: "", created: now, coupon: try takable(code, by: name, for: purchase.currency))
        }
        return try own
            + promotionCodes.enumerated().map { place, id in
                let name = "discounts[\(place)][promotion_code]"
                let code = try redeemable(id, by: name, for: purchase)
                let coupon = try takable(code.coupon, by: name, for: purchase.currency)
                return Discount(id: "", created: now, coupon: coupon, promotionCode: id)
            }
    }

    /// Returns unsaved discounts for the coupons and promotion codes of a session or a quote. Omits discounts
    /// whose coupon was deleted.
    func discounts(by coupons: [String], _ promotionCodes: [String]) throws -> [Discount] {
        func discount(_ code: String, promotionCode: String? = nil) throws -> Discount? {
            try coupon(code).map {
                Discount(id: "", created: now, coupon: $0, promotionCode: promotionCode)
            }
        }
        return try coupons.compactMap { try discount($0) }
            + promotionCodes.compactMap { id in
                try find(CouponCode.self, id).flatMap { try discount($0.coupon, promotionCode: id) }
            }
    }

    /// Returns an unsaved invoice for the items, with discounts and taxes. The amounts equal those of the
    /// invoice that is later created from the items.
    ///
    /// - Parameter customer: The id of the customer, who may be exempt from taxes, or nil.
    func draft(
        of items: [CheckoutSession.Item], _ discounts: [Discount], taxRates: [String]?,
        customer: String? = nil
    ) throws -> Invoice {
        var invoice = Invoice(
            id: "", created: now, customer: customer ?? "", subscription: "", status: .draft,
            billingReason: .manual, amountDue: 0, currency: items.first?.price.currency ?? .usd,
            periodStart: now, periodEnd: now)
        invoice.defaultTaxRates = taxRates
        invoice.lines = items.map { item in
            var line = Invoice.Line(
                id: item.id, description: item.description, amount: item.price.amount(of: item.quantity),
                quantity: item.quantity, unitAmount: item.price.unitAmount, price: item.price.id,
                product: item.price.product, periodStart: now, periodEnd: now)
            line.taxRates = item.taxRates
            return line
        }
        invoice.discountAmounts = invoice.amounts(of: discounts)
        try tax(&invoice)
        return invoice
    }

    /// Computes the discount and the taxes of a Checkout session.
    func sumUp(_ session: inout CheckoutSession, _ discounts: [Discount]) throws {
        let draft = try draft(
            of: session.items, discounts, taxRates: session.terms.defaultTaxRates, customer: session.customer)
        let taxes = draft.taxesByLine
        session.discount = draft.discountTotal
        session.itemDiscounts = discounts.isEmpty ? nil : draft.discountsByLine
        session.taxes = taxes.allSatisfy(\.isEmpty) ? nil : taxes
    }
}

extension Invoice {
    /// Returns the amount of each discount. Each discount is computed on the amount that remains after the
    /// earlier discounts.
    func amounts(of discounts: [Discount]) -> [DiscountAmount] {
        var rest = max(0, subtotal)
        return discounts.map { discount in
            let products = discount.coupon.products
            let amount = discount.amount(off: rest, currency, atMost: amount(of: products))
            rest -= amount
            var part = DiscountAmount(discount: discount.id, amount: amount)
            part.products = products
            return part
        }
    }

    /// The total of the discounts on each line, in minor units.
    var discountsByLine: [Int64] {
        (lines ?? []).indices.map { place in
            (discountAmounts ?? []).reduce(0) { $0 + share(of: $1, forLineAt: place) }
        }
    }

    /// The taxes on each line.
    var taxesByLine: [[Tax]] { (lines ?? []).map { $0.taxes ?? [] } }
}

extension CheckoutSession {
    /// The discount on each item, in minor units. If an earlier version of this program saved the session,
    /// only the total discount is known. The total is then divided among the items in proportion to their
    /// amounts.
    var discountsByItem: [Int64] {
        if let itemDiscounts { return itemDiscounts }
        let whole = subtotal
        guard discount > 0, whole > 0 else { return items.map { _ in 0 } }
        var before: Int64 = 0
        return items.map { item in
            let amount = item.price.amount(of: item.quantity)
            defer { before += amount }
            return AmountRules.share(of: discount, for: amount, after: before, in: whole)
        }
    }
}
