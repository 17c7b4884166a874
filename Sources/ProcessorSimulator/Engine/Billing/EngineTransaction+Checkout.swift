import MoneyKit
import Processor
import TimeKit

extension EngineTransaction {
    /// Checks a new Checkout session and saves it.
    func begin(_ wanted: CheckoutSession) throws -> CheckoutSession {
        try MetadataRules.check(wanted.metadata)
        var session = wanted
        if session.mode == .payment {
            let isOpen = session.customAmount != nil
            try require(
                !isOpen || session.coupons.isEmpty, "Discounts cannot be used with `custom_unit_amount`.",
                parameter: "discounts")
            if !isOpen { try AmountRules.check(charge: session.subtotal, in: session.currency ?? .usd) }
        }
        let terms = session.terms
        try checkPayer(
            of: terms.applicationFeeAmount, destination: terms.destination,
            by: "payment_intent_data[application_fee_amount]")
        try checkPayer(
            of: terms.applicationFeeBasisPoints, destination: terms.destination,
            by: "subscription_data[application_fee_percent]")
        try checkAccounts(destination: terms.destination, onBehalfOf: terms.onBehalfOf)
        try checkShare(session.terms.applicationFeeBasisPoints)
        try sumUp(
            &session,
            redeemable(session.coupons, session.promotionCodes ?? [], for: purchase(of: session)))
        if session.taxes != nil || session.shipping != nil, session.mode == .payment, session.total > 0 {
            try AmountRules.check(charge: session.total, in: session.currency ?? .usd)
        }
        try require(
            session.mode != .payment || session.customAmount != nil
                || session.terms.applicationFeeAmount ?? 0 <= session.total,
            "The application fee cannot be greater than the amount.",
            parameter: "payment_intent_data[application_fee_amount]")
        if session.mode == .setup { session.setupIntent = try beginSetup(of: session) }
        try put(session)
        try schedule(.checkoutExpiry, of: session.id, at: session.expiresAt)
        return session
    }

    /// Submits the form on the page of a Checkout session. Depending on the session's mode, the customer
    /// pays, starts a subscription or saves a card.
    ///
    /// Source: Stripe documentation, "How Checkout works".
    ///
    /// - Parameters:
    ///   - name: The test name of the card, such as `pm_card_visa`.
    ///   - holder: The cardholder's name as the customer entered it, or nil if it is unknown.
    ///   - amount: The amount that the customer chose, or nil for the proposed amount.
    ///   - shippingRate: The shipping rate that the customer chose, or nil for the proposed rate.
    func complete(
        checkoutSession id: String, with name: String, email: String?, holder: String? = nil,
        amount: Int64? = nil, shippingRate: String? = nil
    ) throws -> PagePayment {
        var session = try inPath(CheckoutSession.self, id)
        try require(session.status == .open, "This Checkout Session is \(session.status.rawValue).")
        if let email = email ?? session.email { try IntentRules.check(email: email, parameter: "email") }
        session.email = email ?? session.email
        if let holder, holder.utf8.count > 500 {
            throw ProcessorError.invalid(
                "Invalid string: the name can have at most 500 bytes.", parameter: "name")
        }
        session.holder = holder ?? session.holder
        if session.mode == .setup { return try setUp(&session, with: name) }
        try choose(shippingRate: shippingRate, for: &session)
        try choose(amount, for: &session)
        let method = try method(name, for: session.customer)
        if session.total == 0, session.mode == .payment {
            try takeCoupons(of: session)
            try finish(&session)
            return .complete
        }
        let outcome = ChargeOutcome.of(method, offSession: false, at: now)
        if case .declines(let decline) = outcome, session.mode == .subscription {
            try put(session)
            return .declined(decline.message)
        }
        if session.customer == nil, session.mode == .subscription || session.makesCustomer {
            session.customer = try create(Customer.Create(name: session.holder, email: session.email)).object
                .id
        }
        try put(session)
        return session.mode == .payment
            ? try payOnce(&session, with: method) : try subscribe(&session, with: method)
    }

    private func payOnce(_ session: inout CheckoutSession, with method: PaymentMethod) throws -> PagePayment {
        var intent: PaymentIntent
        if let known = try find(PaymentIntent.self, session.paymentIntent) {
            intent = known
        } else {
            intent = try newIntent(self.intent(of: session))
            try emit("payment_intent.created", encoded(intent))
            session.paymentIntent = intent.id
            try takeCoupons(of: session)
            try put(session)
        }
        if session.terms.keepsMethod, let customer = session.customer { try bind(method, to: customer) }
        intent.paymentMethod = method.id
        let attempt = try attempt(intent, with: method, offSession: false, parent: session.id)
        if let decline = attempt.decline { return .declined(decline.message) }
        guard attempt.intent.object.status != .requiresAction else {
            return try asking(
                attempt.intent.object, backTo: configuration.links.checkout(session.id))
        }
        try checkoutPaid(by: attempt.intent.object)
        return .complete
    }

    private func takeCoupons(of session: CheckoutSession) throws {
        try redeem(
            session.coupons, (session.promotionCodes ?? []).placed, for: purchase(of: session))
    }

    private func purchase(of session: CheckoutSession) -> Purchase {
        Purchase(
            amount: session.subtotal, currency: session.currency ?? .usd, customer: session.customer,
            checkoutSession: session.id)
    }

    private func intent(of session: CheckoutSession) -> PaymentIntent.Create {
        PaymentIntent.Create(
            amount: session.total, currency: session.currency ?? .usd, customer: session.customer,
            captureMethod: session.terms.isManual ? .manual : .automaticAsync,
            destination: session.terms.destination, onBehalfOf: session.terms.onBehalfOf,
            applicationFeeAmount: session.terms.applicationFeeAmount,
            transferGroup: session.terms.transferGroup,
            statementDescriptor: session.terms.statementDescriptor, description: session.terms.description,
            receiptEmail: session.terms.receiptEmail, metadata: session.terms.metadata)
    }

    private func subscribe(_ session: inout CheckoutSession, with method: PaymentMethod) throws -> PagePayment
    {
        guard let customer = session.customer else { throw ProcessorError.missing("customer") }
        try bind(method, to: customer)
        if let old = try find(Subscription.self, session.subscription), !old.status.isFinal {
            // If the subscription's first payment is incomplete, that payment is tried again.
            return try payAgain(&session, old, with: method)
        }
        var terms = SubscriptionTerms(
            customer: customer, session.items, session.terms, coupons: session.coupons,
            promotionCodes: session.promotionCodes ?? [])
        terms.defaultPaymentMethod = method.id
        terms.trialEnd =
            session.terms.trialEnd
            ?? session.terms.trialDays.map { now.adding(seconds: $0 * 86_400) }
        terms.checkoutSession = session.id
        terms.behavior = .defaultIncomplete
        let begun = try begin(terms).object
        session.subscription = begun.id
        session.invoice = begun.latestInvoice
        try put(session)
        if begun.status != .incomplete {
            try finish(&session)
            return .complete
        }
        return try payAgain(&session, begun, with: method)
    }

    private func payAgain(
        _ session: inout CheckoutSession, _ subscription: Subscription, with method: PaymentMethod
    ) throws -> PagePayment {
        var invoice = try inPath(Invoice.self, subscription.latestInvoice ?? "")
        var subscription = subscription
        subscription.defaultPaymentMethod = method.id
        try put(subscription)
        var owner: Subscription? = subscription
        if let decline = try collect(&invoice, for: &owner, with: method, offSession: false) {
            return .declined(decline.message)
        }
        if let intent = try find(PaymentIntent.self, invoice.paymentIntent),
            intent.status == .requiresAction
        {
            return try asking(intent, backTo: configuration.links.checkout(session.id))
        }
        session = try inPath(CheckoutSession.self, session.id)
        if session.status == .open { try finish(&session) }
        return .complete
    }

    /// Completes the Checkout session of a payment intent if the session is still open. Marks the session as
    /// paid if the payment has succeeded, even if the session was completed earlier.
    func checkoutPaid(by intent: PaymentIntent) throws {
        guard let id = try parent(of: intent.id), id.hasPrefix("cs_"),
            var session = try find(CheckoutSession.self, id)
        else { return }
        if session.status == .open {
            try finish(&session, isPaid: intent.status == .succeeded)
        } else if session.status == .complete, !session.isPaid, intent.status == .succeeded {
            session.isPaid = true
            try emit("checkout.session.async_payment_succeeded", put(session))
        }
    }

    /// Completes the Checkout session of a subscription after its first invoice was paid.
    func checkoutPaid(_ subscription: Subscription) throws {
        guard var session = try find(CheckoutSession.self, subscription.checkoutSession),
            session.status == .open, session.subscription == subscription.id
        else { return }
        try finish(&session)
    }

    func finish(_ session: inout CheckoutSession, isPaid: Bool = true) throws {
        session.status = .complete
        session.isPaid = isPaid
        try emit("checkout.session.completed", put(session))
    }

    /// Expires an open Checkout session.
    func expire(checkoutSession id: String) throws -> CheckoutSession {
        var session = try inPath(CheckoutSession.self, id)
        try expect(
            session.status == .open,
            "Only Checkout Sessions with a status in [\"open\"] can be expired. This Checkout Session has a status of `\(session.status.rawValue)`."
        )
        session.status = .expired
        if let intent = try find(PaymentIntent.self, session.paymentIntent),
            [.requiresPaymentMethod, .requiresConfirmation, .requiresAction].contains(intent.status)
        {
            try close(intent)
        }
        try closeSetup(of: session)
        try emit("checkout.session.expired", put(session))
        return session
    }

    /// Expires a Checkout session at its deadline if it is still open.
    func checkoutExpires(_ id: String) throws {
        guard let session = try find(CheckoutSession.self, id), session.status == .open else { return }
        _ = try expire(checkoutSession: id)
    }

    /// Creates a Checkout session for a payment link. Throws an error if the link is inactive or has been
    /// used the maximum number of times.
    func session(of link: PaymentLink) throws -> CheckoutSession {
        try require(link.active, link.inactiveMessage ?? "This payment link is no longer active.")
        if let most = link.mostCompleted {
            let done = try store.count(
                kind: CheckoutSession.objectName, owner: account ?? "",
                where: ["paymentLink": link.id, "status": CheckoutSession.Status.complete.rawValue],
                with: "id")
            try require(
                done < most,
                link.inactiveMessage ?? "This payment link has been used the maximum number of times.")
        }
        let isRecurring = link.items.contains { $0.price.interval != nil }
        var session = CheckoutSession(
            id: try newID("cs_test"), created: now, mode: isRecurring ? .subscription : .payment,
            expiresAt: now.adding(seconds: 86_400))
        session.items = link.items
        session.currency = link.currency
        session.shippingOptions = link.shippingOptions
        session.terms = link.terms
        session.successURL = link.redirect
        session.makesCustomer = link.makesCustomer
        session.paymentLink = link.id
        session.metadata = link.metadata
        return try begin(session)
    }
}
