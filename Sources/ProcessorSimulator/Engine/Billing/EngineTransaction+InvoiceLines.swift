import MoneyKit
import Processor
import TimeKit

extension Invoice {
    /// What its lines make, in minor units.
    var subtotal: Int64 { lines.map { $0.reduce(0) { $0 + $1.amount } } ?? amountDue }
    /// What is taken off.
    var discountTotal: Int64 { (discountAmounts ?? []).reduce(0) { $0 + $1.amount } }
    /// What is left, before the customer's balance.
    var total: Int64 { lines == nil ? amountDue : subtotal - discountTotal }
    /// The id of its next line.
    var nextLineID: String { "il_\(id.drop { $0 != "_" }.dropFirst())\((lines ?? []).count)" }
}

extension EngineTransaction {
    /// What the current period of a subscription costs, item by item.
    ///
    /// - Parameter part: The part of a whole period that is charged; nil: all of it.
    func periodLines(of subscription: Subscription, in invoice: String, part: Share? = nil) throws
        -> [Invoice.Line]
    {
        let tail = invoice.drop { $0 != "_" }.dropFirst()
        return try subscription.allItems.enumerated().map { place, item in
            let whole = item.price.unitAmount * item.quantity
            return Invoice.Line(
                id: "il_\(tail)\(place)",
                description: item.price.line(of: item.quantity, try productName(item.price.product)),
                amount: part?.of(whole) ?? whole, quantity: item.quantity, unitAmount: item.price.unitAmount,
                price: item.price.id, product: item.price.product,
                periodStart: subscription.currentPeriodStart, periodEnd: subscription.currentPeriodEnd,
                isProration: part.map { $0 != .none } ?? false, subscriptionItem: item.id,
                metadata: item.metadata)
        }
    }

    func productName(_ id: String) throws -> String { try product(id)?.name ?? "Product" }

    /// Adds what waits for the customer's next invoice.
    func takeUpWaiting(_ invoice: inout Invoice, isKept: Bool) throws {
        for item in try children(InvoiceItem.self, of: invoice.customer)
        where item.isWaiting && item.currency == invoice.currency
            && (item.subscription ?? invoice.subscription) == invoice.subscription
        {
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

    /// What is due: the lines, less the discounts; and the platform's share of it.
    func sumUp(_ invoice: inout Invoice, _ subscription: Subscription?, isKept: Bool = true) throws {
        var rest = max(0, invoice.subtotal)
        var taken: [Invoice.DiscountAmount] = []
        for id in subscription?.discounts ?? invoice.discounts ?? [] {
            guard var discount = try find(Discount.self, id), !discount.isUsed,
                discount.end.map({ now < $0 }) ?? true
            else { continue }
            let amount = discount.amount(off: rest, invoice.currency)
            rest -= amount
            taken.append(.init(discount: id, amount: amount))
            guard isKept, subscription != nil, discount.coupon.duration == .once else { continue }
            discount.isUsed = true
            try put(discount)
        }
        if !taken.isEmpty { invoice.discountAmounts = taken }
        invoice.amountDue = max(0, invoice.total)
        try share(&invoice, subscription)
    }

    private func share(_ invoice: inout Invoice, _ subscription: Subscription?) throws {
        guard let subscription, subscription.destination != nil,
            let points = subscription.applicationFeeBasisPoints
        else { return }
        invoice.applicationFeeAmount = try BasisPoints(points).of(
            Money(invoice.amountDue, invoice.currency)
        ).minorUnits
    }

    /// A draft becomes open: it has a number, and what the customer's balance holds is reckoned in.
    func open(_ invoice: inout Invoice) throws {
        if var customer = try find(Customer.self, invoice.customer), !customer.deleted {
            let balance = customer.balance ?? 0
            let moved = invoice.total < 0 ? -invoice.total : -min(invoice.total, max(0, -balance))
            if moved != 0 {
                invoice.startingBalance = balance
                invoice.fromBalance = moved
                invoice.amountDue = invoice.total + moved
                customer.balance = balance - moved
                try share(&invoice, subscription(of: invoice))
            }
            let count = (customer.invoiceCount ?? 0) + 1
            customer.invoiceCount = count
            let digits = String(count)
            let padding = String(repeating: "0", count: max(0, 4 - digits.count))
            invoice.number = "\(customer.invoicePrefix)-\(padding)\(digits)"
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

extension Customer {
    /// What its invoices' numbers begin with.
    var invoicePrefix: String { String(id.suffix(8)).uppercased() }
}

extension InvoiceItem {
    /// Nobody has taken it up yet.
    var isWaiting: Bool { invoice == nil && !deleted }

    /// The line of the invoice that takes it up.
    func line(_ id: String) -> Invoice.Line {
        Invoice.Line(
            id: id, description: description ?? "", amount: amount, quantity: quantity,
            unitAmount: unitAmount, price: price, product: product, periodStart: periodStart,
            periodEnd: periodEnd, isProration: isProration, subscriptionItem: subscriptionItem,
            invoiceItem: self.id, metadata: metadata)
    }
}

/// A part of a whole, as two numbers of seconds.
struct Share: Hashable {
    var part: Int64
    var whole: Int64

    /// Nothing of it.
    static let none = Share(part: 0, whole: 1)

    /// This part of an amount, a half rounded away from zero.
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
    /// Its items; the first has ``price`` and ``quantity``.
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

    /// Its first item has another price.
    mutating func setFirst(price new: Price) {
        guard items != nil else {
            price = new
            return
        }
        allItems[0].price = new
    }

    /// What a period costs, in minor units.
    var amount: Int64 { allItems.reduce(0) { $0 + $1.price.unitAmount * $1.quantity } }
}

extension Price {
    /// Every how many intervals.
    var everyIntervals: Int64 { intervalCount ?? 1 }

    /// `1 × Gift (at $50.00 / month)`, as invoices describe it.
    func line(of quantity: Int64, _ product: String) -> String {
        let every = everyIntervals
        let period = interval.map { every == 1 ? " / \($0.rawValue)" : " / \(every) \($0.rawValue)s" } ?? ""
        return "\(quantity) × \(product) (at \(AmountText.of(unitAmount, currency))\(period))"
    }
}
