import Documents
import FailureKit
import MoneyKit

extension Currency {
    /// As it is typed: `usd`.
    init(typed text: String) throws(CommandError) {
        do { self = try Currency(text) } catch { throw CommandError(error) }
    }
}

extension Money {
    /// Reads an amount as people type it: `50`, `50.00`, `50,00` or `$50`.
    init(typed text: String, in currency: Currency) throws(CommandError) {
        do { self = try Money(asTyped: text, in: currency) } catch { throw CommandError(error) }
    }
}
