public import Processor
import TimeKit

extension SimulatedProcessor {
    /// What the portal page of a session shows now.
    public func portalPage(_ id: String) async throws(ProcessorError) -> PortalView {
        try await inspect { work in try work.view(of: work.inPath(PortalSession.self, id)) }
    }

    /// The customer ends a subscription, with its period or at once as the portal is set, or goes on with it.
    public func portal(_ id: String, ends: Bool, subscription: String) async throws(ProcessorError) {
        _ = try await transaction { work in
            let (session, configuration) = try work.visit(id)
            let owned = try work.inPath(Subscription.self, subscription)
            guard configuration.cancels, owned.customer == session.customer else {
                throw ProcessorError.noSuch("subscription", subscription)
            }
            if ends, configuration.cancelsAtOnce {
                return try work.cancel(subscription: subscription).object.id
            }
            var change = SubscriptionChange()
            change.cancelAtPeriodEnd = ends
            return try work.change(owned, change).object.id
        }
    }

    /// The customer changes the card of all that is charged.
    public func portal(_ id: String, changesTo card: PageCard) async throws(ProcessorError) {
        _ = try await transaction { work in
            let (session, configuration) = try work.visit(id)
            guard configuration.updatesMethod else {
                throw ProcessorError.invalid("The card cannot be changed here.")
            }
            let method = try work.attach(card.testName(), to: session.customer).object
            var customer = try work.living(session.customer, by: "customer")
            customer.defaultPaymentMethod = method.id
            try work.emit("customer.updated", work.put(customer))
            for var one in try work.children(Subscription.self, of: customer.id)
            where !one.status.isFinal && one.defaultPaymentMethod != nil {
                one.defaultPaymentMethod = method.id
                try work.emit("customer.subscription.updated", work.put(one))
            }
            return method.id
        }
    }
}

extension EngineTransaction {
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
            card: method?.card.map { "\($0.brand) \($0.last4)" },
            subscriptions: try subscriptions.map { try line(of: $0) }, cancels: configuration.cancels,
            updatesMethod: configuration.updatesMethod, returnURL: session.returnURL)
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
            try $0.price.line(of: $0.quantity, productName($0.price.product))
        }
        return PortalView.Subscription(
            id: subscription.id, description: words.joined(separator: ", "),
            status: subscription.status.rawValue, periodEnd: subscription.currentPeriodEnd.date.iso8601,
            ends: subscription.cancelAtPeriodEnd, isLiving: !subscription.status.isFinal)
    }

    private func line(of invoice: Invoice) -> PortalView.Invoice {
        PortalView.Invoice(
            number: invoice.number ?? "", date: invoice.created.date.iso8601,
            amount: AmountText.of(invoice.amountDue, invoice.currency), status: invoice.status.rawValue,
            address: PageLinks.invoice(invoice.id, at: configuration.pages))
    }
}

/// What the portal page shows.
public struct PortalView: Hashable, Sendable {
    /// A subscription of the customer.
    public struct Subscription: Hashable, Sendable {
        /// `sub_…`
        public var id: String
        /// What it is for.
        public var description: String
        /// `active`
        public var status: String
        /// When the period ends, as a date.
        public var periodEnd: String
        /// It ends with the period.
        public var ends: Bool
        /// It has not ended.
        public var isLiving: Bool
    }

    /// An invoice of the customer.
    public struct Invoice: Hashable, Sendable {
        /// `1A2B3C4D-0001`
        public var number: String
        /// When it was made, as a date.
        public var date: String
        /// `50.00 USD`
        public var amount: String
        /// `paid`
        public var status: String
        /// Its own page.
        public var address: String
    }

    /// What stands above it all.
    public var headline: String
    /// Who it is.
    public var customer: String
    /// The card that is charged: `visa 4242`.
    public var card: String?
    /// Subscriptions, newest first.
    public var subscriptions: [Subscription]
    /// Invoices, newest first; nil where they are not shown.
    public var invoices: [Invoice]?
    /// Whether a subscription may be ended here.
    public var cancels: Bool
    /// Whether the card may be changed here.
    public var updatesMethod: Bool
    /// Where the customer goes back to.
    public var returnURL: String?
}
