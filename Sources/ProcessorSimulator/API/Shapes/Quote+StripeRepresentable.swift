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
                    "amount_subtotal": upfront.subtotal, "amount_total": upfront.total,
                    "total_details": upfront.offerDetails,
                ] as JSONObject,
            ] as JSONObject,
            "created": created, "currency": currency, "customer": customer,
            "default_tax_rates": terms.defaultTaxRates ?? [],
            "description": description,
            "discounts": discounts ?? [], "expires_at": expiresAt,
            "footer": footer, "header": header, "invoice": invoice,
            "invoice_settings": [
                "days_until_due": daysUntilDue, "issuer": ["type": "self"] as JSONTree,
            ] as JSONObject,
            "livemode": false, "metadata": metadata, "number": number, "on_behalf_of": terms.onBehalfOf,
            "status": status.rawValue,
            "status_transitions": [
                "accepted_at": acceptedAt, "canceled_at": canceledAt,
                "finalized_at": finalizedAt,
            ] as JSONObject,
            "subscription": subscription,
            "subscription_data": [
                "billing_mode": ["type": "classic"] as JSONTree, "description": terms.description,
                "effective_date": nil, "metadata": terms.metadata,
                "trial_period_days": terms.trialDays,
            ] as JSONObject,
            "test_clock": testClock, "total_details": upfront.offerDetails,
        ]
        fields["application_fee_percent"] = Decimals.json(hundredths: terms.applicationFeeBasisPoints)
        if let destination = terms.destination {
            fields["transfer_data"] = [
                "amount": .null, "amount_percent": .null, "destination": .string(destination),
            ]
        }
        return fields
    }

    private func shown(_ recurring: Invoice) -> JSONObject? {
        guard let price = recurringItems.first?.price, let interval = price.interval else { return nil }
        return [
            "amount_subtotal": recurring.subtotal, "amount_total": recurring.total,
            "interval": interval.rawValue, "interval_count": price.everyIntervals,
            "total_details": recurring.offerDetails,
        ]
    }

    /// Returns all items or, if `upfront` is true, only the items that are charged immediately, in Stripe's
    /// JSON format.
    func lineItems(upfront: Bool = false, _ work: EngineTransaction) throws -> [JSONObject] {
        let shown = upfront ? upfrontItems : items
        let draft = try work.draft(of: shown, in: self)
        return try CheckoutSession.Item.shown(
            shown, off: draft.discountsByLine, taxes: draft.taxesByLine, work)
    }
}

extension Invoice {
    /// The total discount and the total tax of a quote, in Stripe's JSON format.
    fileprivate var offerDetails: JSONObject {
        [
            "amount_discount": discountTotal, "amount_shipping": 0,
            "amount_tax": exclusiveTax + inclusiveTax,
        ]
    }
}
