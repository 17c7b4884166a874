import Processor
import TextKit

extension Quote: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        let (upfront, recurring) = (
            try work.draft(of: upfrontItems, in: self), try work.draft(of: recurringItems, in: self)
        )
        var fields: JSONObject = [
            "amount_subtotal": upfront.subtotal, "amount_total": upfront.total,
            "application_fee_amount": terms.applicationFeeAmount,
            "automatic_tax": ["enabled": false, "liability": .null, "provider": .null, "status": .null]
                as JSONTree,
            "collection_method": daysUntilDue == nil ? "charge_automatically" : "send_invoice",
            "computed": [
                "recurring": shown(recurring),
                "upfront": [
                    "amount_subtotal": .integer(upfront.subtotal), "amount_total": .integer(upfront.total),
                    "total_details": upfront.offerDetails,
                ],
            ] as JSONTree,
            "created": created, "currency": currency, "customer": customer,
            "default_tax_rates": JSONTree.array((terms.defaultTaxRates ?? []).map { .string($0) }),
            "description": description,
            "discounts": JSONTree.array((discounts ?? []).map { .string($0) }), "expires_at": expiresAt,
            "footer": footer, "header": header, "invoice": invoice,
            "invoice_settings": [
                "days_until_due": daysUntilDue.map { .integer($0) } ?? .null, "issuer": ["type": "self"],
            ] as JSONTree,
            "livemode": false, "metadata": metadata, "number": number, "on_behalf_of": terms.onBehalfOf,
            "status": status.rawValue,
            "status_transitions": [
                "accepted_at": JSONTree(acceptedAt), "canceled_at": JSONTree(canceledAt),
                "finalized_at": JSONTree(finalizedAt),
            ] as JSONTree,
            "subscription": subscription,
            "subscription_data": [
                "billing_mode": ["type": "classic"], "description": JSONTree(terms.description),
                "effective_date": .null, "metadata": JSONTree(terms.metadata),
                "trial_period_days": terms.trialDays.map { .integer($0) } ?? .null,
            ] as JSONTree,
            "test_clock": testClock, "total_details": upfront.offerDetails,
        ]
        if let points = terms.applicationFeeBasisPoints {
            fields["application_fee_percent"] = .number(Decimals.text(hundredths: points))
        }
        if let destination = terms.destination {
            fields["transfer_data"] = [
                "amount": .null, "amount_percent": .null, "destination": .string(destination),
            ]
        }
        return fields
    }

    private func shown(_ recurring: Invoice) -> JSONTree {
        guard let price = recurringItems.first?.price, let interval = price.interval else { return .null }
        return [
            "amount_subtotal": .integer(recurring.subtotal), "amount_total": .integer(recurring.total),
            "interval": .string(interval.rawValue), "interval_count": .integer(price.everyIntervals),
            "total_details": recurring.offerDetails,
        ]
    }

    /// Returns a list of all items or, if `upfront` is true, of only the items that are charged immediately.
    func lineItems(upfront: Bool = false, _ work: EngineTransaction) throws -> JSONTree {
        let shown = upfront ? upfrontItems : items
        let draft = try work.draft(of: shown, in: self)
        return try CheckoutSession.Item.list(
            shown, off: draft.discountsByLine, taxes: draft.taxesByLine,
            at: "/v1/quotes/\(id)/\(upfront ? "computed_upfront_line_items" : "line_items")", work)
    }
}

extension Invoice {
    /// The total discount and the total tax of a quote, in Stripe's JSON format.
    fileprivate var offerDetails: JSONTree {
        [
            "amount_discount": .integer(discountTotal), "amount_shipping": 0,
            "amount_tax": .integer(exclusiveTax + inclusiveTax),
        ]
    }
}
