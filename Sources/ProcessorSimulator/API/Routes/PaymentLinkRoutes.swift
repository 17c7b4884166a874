import MoneyKit
import Processor
import TextKit

/// The routes of `/v1/payment_links`.
///
/// Source: Stripe API reference, "Payment Links".
enum PaymentLinkRoutes {
    static let all: [Route] = [
        .post(
            path,
            simulates: CheckoutRoutes.lines.union(changed).union([
                "currency", "application_fee_amount", "application_fee_percent", "on_behalf_of",
                "transfer_data[destination]", "payment_intent_data[capture_method]",
                "payment_intent_data[setup_future_usage]", "subscription_data[description]",
                "shipping_options[shipping_rate]",
            ])
        ) { call in
            let items = try call.lineItems()
            guard let first = items.first else { throw ProcessorError.missing("line_items") }
            let isRecurring = items.contains { $0.price.interval != nil }
            try CheckoutRoutes.check(items, for: isRecurring ? .subscription : .payment)
            try require(
                !isRecurring || !call.has("shipping_options"),
                "You can not pass `shipping_options` with a recurring price.", parameter: "shipping_options")
            var link = PaymentLink(
                id: try call.work.newID("plink"), created: call.work.now, items: items,
                currency: first.price.currency)
            link.shippingOptions = try call.shippingOptions(in: link.currency)
            link.terms.applicationFeeAmount = try call.applicationFee(
                in: call.parameters.tree, named: "application_fee_amount")
            try call.checkFeeKind(isRecurring)
            link.terms.applicationFeeBasisPoints = try call.basisPoints("application_fee_percent")
            link.terms.onBehalfOf = call["on_behalf_of"].string
            link.terms.isManual = call["payment_intent_data"]["capture_method"].string == "manual"
            link.terms.keepsMethod = call["payment_intent_data"]["setup_future_usage"].string != nil
            link.terms.destination = try call.transferDestination() ?? link.terms.destination
            try call.checkFee(of: link)
            try call.take(into: &link)
            return try call.saved(link, event: "payment_link.created")
        },
        .get(path, simulates: Filters.part.union(["active"])) { call in
            try call.scanned(PaymentLink.self) { call.allows("active", $0.active) }
        },
        .one(one, PaymentLink.self),
        .update(one, PaymentLink.self, simulates: changed, event: "payment_link.updated") {
            try $0.take(into: &$1)
        },
        .get(one + "/line_items", simulates: Filters.part) { call in
            try call.part(of: call.object(PaymentLink.self).lineItems(call.work))
        },
    ]

    private static let path = "/v1/payment_links"
    private static let one = "/v1/payment_links/{payment_link}"
    private static let changed: Set<String> = [
        "active", "after_completion", "customer_creation", "inactive_message", "metadata",
        "restrictions[completed_sessions][limit]", "payment_intent_data[description]",
        "payment_intent_data[metadata]", "payment_intent_data[statement_descriptor]",
        "payment_intent_data[transfer_group]", "subscription_data[metadata]",
        "subscription_data[trial_period_days]",
    ]
}

extension Call {
    /// Checks that the fee fits the prices: an amount for one-time prices, a percentage for recurring prices.
    ///
    /// Source: Stripe API reference, "Create a payment link", `application_fee_amount`,
    /// `application_fee_percent`.
    fileprivate func checkFeeKind(_ isRecurring: Bool) throws {
        let wrong = isRecurring ? "application_fee_amount" : "application_fee_percent"
        try require(
            !has(wrong),
            isRecurring
                ? "You can not pass `application_fee_amount` with a recurring price."
                : "You can only pass `application_fee_percent` with a recurring price.", parameter: wrong)
    }

    /// Checks that a connected account pays the application fee, and that the fee is not greater than the
    /// amount. If the customer chooses the amount, the fee is compared with it when the customer pays.
    fileprivate func checkFee(of link: PaymentLink) throws {
        let terms = link.terms
        try work.checkPayers(of: terms)
        let isOpen = link.items.contains { $0.price.customAmount != nil }
        try require(
            isOpen || terms.applicationFeeAmount ?? 0 <= link.total,
            "The application fee cannot be greater than the amount.", parameter: "application_fee_amount")
    }

    fileprivate func take(into link: inout PaymentLink) throws {
        link.active = self["active"].bool ?? link.active
        try takeMetadata(into: &link.metadata)
        take("inactive_message", into: &link.inactiveMessage)
        if let most = self["restrictions"]["completed_sessions"]["limit"].integer {
            link.mostCompleted = most
        }
        if let creation = self["customer_creation"].string { link.makesCustomer = creation == "always" }
        let after = self["after_completion"]
        if after.object != nil {
            link.redirect = after["redirect"]["url"].string
            if let url = link.redirect { try LinkRules.check(url, by: "after_completion[redirect][url]") }
            link.message = after["hosted_confirmation"]["custom_message"].string
        }
        let isRecurring = link.items.contains { $0.price.interval != nil }
        let data = self[isRecurring ? "subscription_data" : "payment_intent_data"]
        link.terms.description = data["description"].string ?? link.terms.description
        link.terms.statementDescriptor = data["statement_descriptor"].string ?? link.terms.statementDescriptor
        link.terms.transferGroup = data["transfer_group"].string ?? link.terms.transferGroup
        link.terms.trialDays = try trialDays() ?? link.terms.trialDays
        if data["metadata"].object != nil { link.terms.metadata = data["metadata"].metadata }
    }
}

extension EngineTransaction {
    /// Checks that a connected account pays the application fees.
    func checkPayers(of terms: CheckoutSession.Terms) throws {
        try checkPayer(
            of: terms.applicationFeeAmount, destination: terms.destination, by: "application_fee_amount")
        try checkPayer(
            of: terms.applicationFeeBasisPoints, destination: terms.destination,
            by: "application_fee_percent")
    }
}

extension Call {
    /// Returns `subscription_data[trial_period_days]`, or nil. Throws an error if the number is not from 1 to
    /// 730.
    func trialDays() throws -> Int64? {
        let days = self["subscription_data"]["trial_period_days"].integer
        try require(
            (1...730).contains(days ?? 1), "The number of trial period days must be between 1 and 730.",
            parameter: "subscription_data[trial_period_days]")
        return days
    }

    /// Returns the application fee in minor units, or nil. Throws an error if it is negative or exceeds the
    /// maximum amount.
    func applicationFee(in value: JSONTree, named parameter: String) throws -> Int64? {
        let fee = value["application_fee_amount"].integer
        try AmountRules.checkRange(fee ?? 0, by: parameter)
        return fee
    }

    /// Returns the price with the id in `price`, or creates an inactive price from `price_data`.
    ///
    /// - Parameters:
    ///   - owner: The parameter that contains `price` or `price_data`, such as `items[0]`.
    ///   - mustRecur: Whether the price must be recurring.
    ///   - allowsCustom: Whether `price` can be a price whose amount the customer chooses.
    func price(
        _ submitted: JSONTree, in owner: String, mustRecur: Bool, allowsCustom: Bool = false
    ) throws -> Price {
        if let id = submitted["price"].string {
            return mustRecur
                ? try work.recurring(id, by: "\(owner)[price]")
                : try work.usable(id, by: "\(owner)[price]", allowsCustom: allowsCustom)
        }
        let data = submitted["price_data"]
        let name = "\(owner)[price_data]"
        guard data.object != nil else { throw ProcessorError.missing("\(owner)[price]") }
        let product: Product
        if let id = data["product"].string {
            product = try work.product(id, by: "\(name)[product]")
        } else {
            let new = data["product_data"]
            guard new.object != nil else { throw ProcessorError.missing("\(name)[product]") }
            product = try work.createProduct(
                named: new["name"].string ?? "", new["metadata"].metadata
            ).object
        }
        if mustRecur, data["recurring"].object == nil { throw ProcessorError.missing("\(name)[recurring]") }
        var price = try Self.naming(name) { try self.makePrice(data, of: product) }
        // A price that is created in this way is not available for other purchases.
        price.active = false
        return try work.put(price).object
    }

    /// Returns the quantity, or nil if the request does not contain a quantity. Throws an error if the
    /// quantity is not in 1...999,999.
    func quantity(_ submitted: JSONTree, in owner: String) throws -> Int64? {
        guard let quantity = submitted["quantity"].integer else { return nil }
        try require(
            (1...999_999).contains(quantity), "parameter_invalid_integer",
            "Invalid integer: quantity must be between 1 and 999999.", parameter: "\(owner)[quantity]")
        return quantity
    }

    /// Returns the line items in a request for a Checkout session, a payment link or a quote.
    ///
    /// - Parameter allowsCustom: Whether the items may include a price whose amount the customer chooses.
    func lineItems(allowsCustom: Bool = true) throws -> [CheckoutSession.Item] {
        let items = try self["line_items"].elements.enumerated().map { place, submitted in
            let owner = "line_items[\(place)]"
            var price = try price(submitted, in: owner, mustRecur: false, allowsCustom: allowsCustom)
            if let preset = price.customAmount?.preset { price.unitAmount = preset }
            return CheckoutSession.Item(
                id: try work.newID("li"), price: price, quantity: try quantity(submitted, in: owner) ?? 1,
                description: try work.productName(price.product),
                taxRates: try taxRates("tax_rates", in: submitted, of: owner))
        }
        for item in items where item.price.currency != items[0].price.currency {
            throw ProcessorError.invalid(
                "All line items must have the first item's currency, \(items[0].price.currency.code).",
                parameter: "line_items")
        }
        try CustomAmountRules.check(items)
        let total = items.reduce(0) { $0 + $1.price.amount(of: $1.quantity) }
        try require(
            total <= AmountRules.most, "amount_too_large",
            "The total amount is more than \(AmountRules.most).", parameter: "line_items")
        return items
    }
}
