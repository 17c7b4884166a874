import Processor
import TimeKit

/// Formatting of dates and cards on the processor's pages. ``AmountText`` formats the amounts.
enum PageText {
    /// Returns the date in UTC, such as `December 30, 2026`.
    static func date(_ time: Timestamp) -> String {
        let date = time.date
        return "\(CalendarDate.englishMonths[date.month - 1]) \(date.day), \(date.year)"
    }

    /// Returns the brand and the last digits of a card number, such as `Visa ending in 4242`.
    static func card(brand: String, last4: String) -> String {
        let name = brand == "mastercard" ? "Mastercard" : CardShape.brandName(brand)
        return "\(name) ending in \(last4)"
    }

    /// Returns a product with its price, such as `Candles · $15.00 a month`.
    static func item(_ quantity: Int64, _ product: String, at price: Price) -> String {
        let amount = AmountText.onPage(price.amount(of: quantity), price.currency)
        let every = price.everyIntervals
        let period = price.interval.map {
            every == 1 ? " a \($0.rawValue)" : " every \(every) \($0.rawValue)s"
        }
        let count = quantity == 1 ? "" : "\(quantity) × "
        return "\(count)\(product) · \(amount)\(period ?? "")"
    }
}
