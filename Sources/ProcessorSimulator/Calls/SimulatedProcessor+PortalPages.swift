public import Processor
import TimeKit

extension SimulatedProcessor {
    /// Returns the contents of a session's portal page.
    public func portalPage(_ id: String) async throws(ProcessorError) -> PortalView {
        try await inspect { work in
            try work.inAccount(ofObject: id) { try work.view(of: work.inPath(PortalSession.self, id)) }
        }
    }

    /// Cancels a customer's subscription, or reverses its scheduled cancellation. The portal's configuration
    /// determines whether a canceled subscription ends immediately or at the end of the billing period.
    ///
    /// - Parameters:
    ///   - id: The id of the portal session.
    ///   - ends: Whether to cancel the subscription. If false, the scheduled cancellation is reversed.
    ///   - subscription: The id of the subscription.
    public func portal(_ id: String, ends: Bool, subscription: String) async throws(ProcessorError) {
        try await transaction { work in
            try work.inAccount(ofObject: id) { try work.portal(id, ends: ends, subscription: subscription) }
        }
    }

    /// Changes the customer's default card. Subscriptions that have their own default card also change to the
    /// new card.
    public func portal(_ id: String, changesTo card: PageCard) async throws(ProcessorError) {
        try await transaction { work in
            try work.inAccount(ofObject: id) { try work.portal(id, changesTo: card) }
        }
    }
}

extension EngineTransaction {
    fileprivate func portal(_ id: String, ends: Bool, subscription: String) throws {
        let (session, configuration) = try visit(id)
        let owned = try inPath(Subscription.self, subscription)
        guard configuration.cancels, owned.customer == session.customer else {
            throw ProcessorError.noSuch("subscription", subscription)
        }
        if ends, configuration.cancelsAtOnce {
            _ = try cancel(subscription: subscription)
            return
        }
        var change = SubscriptionChange()
        change.cancelAtPeriodEnd = ends
        _ = try self.change(owned, change)
    }

    fileprivate func portal(_ id: String, changesTo card: PageCard) throws {
        let (session, configuration) = try visit(id)
        try require(
            configuration.updatesMethod, "This customer portal does not allow customers to change the card.")
        let method = try attach(card.testName(at: now), to: session.customer).object
        var customer = try living(session.customer, by: "customer")
        customer.defaultPaymentMethod = method.id
        try emit("customer.updated", put(customer))
        for var one in try children(Subscription.self, of: customer.id)
        where !one.status.isFinal && one.defaultPaymentMethod != nil {
            one.defaultPaymentMethod = method.id
            try emit("customer.subscription.updated", put(one))
        }
    }

    fileprivate func visit(_ id: String) throws -> (PortalSession, PortalConfiguration) {
        let session = try inPath(PortalSession.self, id)
        return (session, try inPath(PortalConfiguration.self, session.configuration))
    }

    fileprivate func view(of session: PortalSession) throws -> PortalView {
        let configuration = try inPath(PortalConfiguration.self, session.configuration)
        let customer = try inPath(Customer.self, session.customer)
        let method = try find(PaymentMethod.self, customer.defaultPaymentMethod)
        let subscriptions = try children(Subscription.self, of: customer.id).reversed().prefix(50)
        var view = PortalView(
            headline: configuration.headline ?? "Your subscriptions",
            customer: customer.name ?? customer.email ?? customer.id,
            card: method?.card.map { PageText.card(brand: $0.brand, last4: $0.last4) },
            subscriptions: try subscriptions.map { try line(of: $0) }, cancels: configuration.cancels,
            updatesMethod: configuration.updatesMethod, returnURL: session.returnURL,
            merchant: try merchantName())
        if configuration.showsInvoices {
            let invoices = try list(
                Invoice.self, ListQuery(limit: 24), where: ["customer": customer.id]
            ).data
            view.invoices = invoices.filter { $0.number != nil }.map(line)
        }
        return view
    }

    private func line(of subscription: Subscription) throws -> PortalView.Subscription {
        let words = try subscription.allItems.map {
            PageText.item($0.quantity, try productName($0.price.product), at: $0.price)
        }
        return PortalView.Subscription(
            id: subscription.id, description: words.joined(separator: ", "),
            status: subscription.status.rawValue, periodEnd: PageText.date(subscription.currentPeriodEnd),
            ends: subscription.cancelAtPeriodEnd, isLiving: !subscription.status.isFinal)
    }

    private func line(of invoice: Invoice) -> PortalView.Invoice {
        PortalView.Invoice(
            number: invoice.number ?? "", date: PageText.date(invoice.created),
            amount: AmountText.onPage(invoice.amountDue, invoice.currency), status: invoice.status.rawValue,
            address: configuration.links.invoice(invoice.id))
    }
}

/// The contents of the portal page.
public struct PortalView: Hashable, Sendable {
    /// A subscription of the customer.
    public struct Subscription: Hashable, Sendable {
        /// The subscription's id, `sub_…`.
        public var id: String
        /// The items with their prices, such as `Candles · $15.00 a month`.
        public var description: String
        /// The status, such as `active`.
        public var status: String
        /// The end of the current billing period, such as `December 30, 2026`.
        public var periodEnd: String
        /// Whether the subscription ends at the end of the current billing period.
        public var ends: Bool
        /// Whether the subscription is still in effect. A subscription that has ended cannot be canceled.
        public var isLiving: Bool
    }

    /// An invoice of the customer.
    public struct Invoice: Hashable, Sendable {
        /// The invoice number, such as `1A2B3C4D-0001`.
        public var number: String
        /// The date of creation, such as `November 30, 2026`.
        public var date: String
        /// The amount due, such as `$50.00`.
        public var amount: String
        /// The status, such as `paid`.
        public var status: String
        /// The URL of the invoice's page.
        public var address: String
    }

    /// The page's headline.
    public var headline: String
    /// The customer's name or, if it is unknown, the e-mail address or id.
    public var customer: String
    /// The customer's default card, such as `Visa ending in 4242`. Nil if the customer has no default card.
    public var card: String?
    /// The subscriptions, newest first, at most 50.
    public var subscriptions: [Subscription]
    /// The finalized invoices among the 24 latest invoices, newest first. Nil if the portal does not show
    /// invoices.
    public var invoices: [Invoice]?
    /// Whether customers can cancel subscriptions on the page.
    public var cancels: Bool
    /// Whether customers can change their card on the page.
    public var updatesMethod: Bool
    /// The URL to which the customer returns from the portal, or nil.
    public var returnURL: String?
    /// The name of the account whose customer opened the portal.
    public var merchant: String
}
