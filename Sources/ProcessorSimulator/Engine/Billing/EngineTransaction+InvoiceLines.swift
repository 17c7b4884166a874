import MoneyKit
import Processor
import TimeKit

extension Invoice {
    /// The total of the lines, in minor units, or the amount due if `lines` is nil.
    var subtotal: Int64 { lines.map { $0.sum(of: \.amount) } ?? amountDue }
    /// The total of the discounts, in minor units.
    var discountTotal: Int64 { (discountAmounts ?? []).sum(of: \.amount) }
    /// The total before the customer's balance is applied, in minor units: the subtotal minus the discounts,
    /// plus the exclusive taxes. If `lines` is nil, the total is the amount due.
    var total: Int64 { lines == nil ? amountDue : subtotal - discountTotal + exclusiveTax }
    /// Returns the total of the lines for these products, or of all lines if `products` is nil, in minor
    /// units. Returns 0 if the total is negative.
    func amount(of products: [String]?) -> Int64 {
        guard let products else { return max(0, subtotal) }
        let sum = (lines ?? []).reduce(0) { sum, line in
            products.contains(line.product ?? "") ? sum + line.amount : sum
        }
        return max(0, sum)
    }
    var nextLineID: String { "il_\(id.drop { $0 != "_" }.dropFirst())\((lines ?? []).count)" }
}

extension EngineTransaction {
    /// Returns the lines for a subscription's current period, one per item.
    ///
    /// - Parameter part: The fraction of a full period to charge, or nil for a full period.
    func periodLines(of subscription: Subscription, in invoice: String, part: Share? = nil) throws
        -> [Invoice.Line]
    {
        let tail = invoice.drop { $0 != "_" }.dropFirst()
        return try subscription.allItems.enumerated().map { place, item in
            let whole = item.price.amount(of: item.quantity)
            var line = Invoice.Line(
                id: "il_\(tail)\(place)",
                description: item.price.line(of: item.quantity, try productName(item.price.product)),
                amount: part?.of(whole) ?? whole, quantity: item.quantity, unitAmount: item.price.unitAmount,
                price: item.price.id, product: item.price.product,
                periodStart: subscription.currentPeriodStart, periodEnd: subscription.currentPeriodEnd,
                isProration: part.map { $0 != .none } ?? false, subscriptionItem: item.id,
                metadata: item.metadata)
            line.taxRates = item.taxRates
            return line
        }
    }

    func productName(_ id: String) throws -> String { try product(id)?.name ?? "Product" }

    /// Adds the customer's pending invoice items to the invoice. Items in a different currency or for a
    /// different subscription are not added. If there are more items than an invoice can contain, the newest
    /// items remain pending.
    ///
    /// - Parameter isKept: Whether to save the items as invoiced. If false, as for a preview, all items
    ///   remain pending.
    func takeUpWaiting(_ invoice: inout Invoice, isKept: Bool) throws {
        let waiting = try children(InvoiceItem.self, of: invoice.customer).filter { item in
            item.isWaiting && item.currency == invoice.currency
                && (item.subscription ?? invoice.subscription) == invoice.subscription
        }
        for item in waiting.prefix(max(0, Invoice.mostLines - (invoice.lines?.count ?? 0))) {
            try takeUp(item, &invoice, isKept: isKept)
        }
    }

    func takeUp(_ item: InvoiceItem, _ invoice: inout Invoice, isKept: Bool = true) throws {
        invoice.lines = (invoice.lines ?? []) + [item.line(invoice.nextLineID)]
        guard isKept else { return }
        var item = item
        item.invoice = invoice.id
        try put(item)
    }

    /// Computes an invoice's discounts, taxes, application fee and amount due. The amount due is the total of
    /// the lines, minus the discounts, plus the exclusive taxes, but at least zero.
    ///
    /// - Parameter isKept: Whether to mark the subscription's discounts whose duration is `once` as used.
    ///   False for a preview.
    func sumUp(_ invoice: inout Invoice, _ subscription: Subscription?, isKept: Bool = true) throws {
        let discounts = try (subscription?.discounts ?? invoice.discounts ?? [])
            .compactMap { try find(Discount.self, $0) }
            .filter { !$0.isUsed && ($0.end.map { now < $0 } ?? true) }
        if !discounts.isEmpty { invoice.discountAmounts = invoice.amounts(of: discounts) }
        if isKept, subscription != nil {
            for var discount in discounts where discount.coupon.duration == .once {
                discount.isUsed = true
                try put(discount)
            }
        }
        try tax(&invoice)
        invoice.amountDue = max(0, invoice.total)
        try share(&invoice, subscription)
    }

    /// Sets the application fee of a subscription's invoice to the subscription's percentage of the amount
    /// due. Does nothing if the subscription, the percentage or the connected account is missing.
    func share(_ invoice: inout Invoice, _ subscription: Subscription?) throws {
        guard let subscription, subscription.destination != nil || account != nil,
            let points = subscription.applicationFeeBasisPoints
        else { return }
        invoice.applicationFeeAmount = try BasisPoints(points).of(
            Money(invoice.amountDue, invoice.currency)
        ).minorUnits
    }

    /// Finalizes a draft invoice: assigns its number, applies the customer's tax exemption and balance, and
    /// sets the due date.
    func open(_ invoice: inout Invoice) throws {
        let total = invoice.total
        let exemption = try tax(&invoice)
        if invoice.total != total {
            invoice.amountDue = max(0, invoice.total)
            try share(&invoice, subscription(of: invoice))
        }
        try keep(exemption, for: invoice)
        if var customer = try find(Customer.self, invoice.customer), !customer.deleted {
            try applyBalance(of: &customer, to: &invoice)
            let count = (customer.invoiceCount ?? 0) + 1
            customer.invoiceCount = count
            invoice.number = customer.documentNumber(count)
            try put(customer)
        }
        invoice.status = .open
        invoice.finalizedAt = now
        if let days = invoice.daysUntilDue, invoice.dueDate == nil {
            invoice.dueDate = now.adding(seconds: days * 86_400)
        }
        try emit("invoice.finalized", encoded(invoice))
    }
}

extension Invoice {
    /// The maximum number of lines on an invoice.
    ///
    /// The limit ensures that the total fits in 64 bits.
    static let mostLines = 250
}

extension Customer {
    /// The prefix of the customer's invoice numbers.
    var invoicePrefix: String { String(id.suffix(8)).uppercased() }

    /// Returns the customer's invoice prefix and a number of at least four digits, such as `1A2B3C4D-0001`.
    /// This text is an invoice number, or the middle part of a quote's number.
    func documentNumber(_ place: Int64) -> String {
        let digits = String(place)
        return "\(invoicePrefix)-\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
    }
}

extension InvoiceItem {
    /// Whether the item is pending: it was not deleted, and no invoice includes it yet.
    var isWaiting: Bool { invoice == nil && !deleted }

    /// Returns the invoice line for the item.
    func line(_ id: String) -> Invoice.Line {
        var line = Invoice.Line(
            id: id, description: description ?? "", amount: amount, quantity: quantity,
            unitAmount: unitAmount, price: price, product: product, periodStart: periodStart,
            periodEnd: periodEnd, isProration: isProration, subscriptionItem: subscriptionItem,
            invoiceItem: self.id, metadata: metadata)
        line.taxRates = taxRates
        return line
    }
}

/// A fraction of a billing period. Both `part` and `whole` are in seconds.
struct Share: Hashable {
    var part: Int64
    var whole: Int64

    /// The fraction 0, for a period that is free of charge.
    static let none = Share(part: 0, whole: 1)

    /// Returns this fraction of an amount, rounded half away from zero.
    func of(_ amount: Int64) -> Int64 {
        let product = amount.magnitude.multipliedFullWidth(by: UInt64(clamping: part))
        let whole = UInt64(clamping: max(1, whole))
        guard product.high < whole else { return amount }
        let (quotient, rest) = whole.dividingFullWidth(product)
        let rounded = Int64(clamping: quotient + (rest >= whole - whole / 2 ? 1 : 0))
        return amount < 0 ? -rounded : rounded
    }
}

extension Subscription {
    /// All items of the subscription. ``price`` and ``quantity`` are those of the first item.
    var allItems: [Item] {
        get {
            items ?? [
                Item(
                    id: "si_" + id.dropFirst("sub_".count), created: created, price: price, quantity: quantity
                )
            ]
        }
        set {
            guard let first = newValue.first else { return }
            items = newValue
            price = first.price
            quantity = first.quantity
        }
    }

    /// Changes the price of the first item.
    mutating func setFirst(price new: Price) {
        guard items != nil else {
            price = new
            return
        }
        allItems[0].price = new
    }

    /// The price of a full billing period, in minor units.
    var amount: Int64 { allItems.sum { $0.price.amount(of: $0.quantity) } }
}

extension Price {
    /// The number of intervals in a billing period, such as 3 for a period of 3 months.
    var everyIntervals: Int64 { intervalCount ?? 1 }

    /// Returns the description of an invoice line, such as `1 × Gift (at 50.00 USD / month)`.
    func line(of quantity: Int64, _ product: String) -> String {
        let every = everyIntervals
        let period = interval.map { every == 1 ? " / \($0.rawValue)" : " / \(every) \($0.rawValue)s" } ?? ""
        if tiers != nil { return "\(quantity) × \(product) (tiered\(period))" }
        return "\(quantity) × \(product) (at \(AmountText.of(unitAmount, currency))\(period))"
    }
}
