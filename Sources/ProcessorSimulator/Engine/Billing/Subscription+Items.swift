import Processor
import TimeKit

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
