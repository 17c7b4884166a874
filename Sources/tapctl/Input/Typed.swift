import ArgumentParser
import Documents
import FailureKit
import Giving
import MoneyKit

extension CaseIterable where Self: RawRepresentable, RawValue == String {
    /// A case as it is typed in a command.
    ///
    /// - Throws: The cases that there are.
    static func typed(_ text: String) throws -> Self {
        guard let typed = Self(rawValue: text) else {
            throw ValidationError("There is: \(allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return typed
    }
}

extension CardNumber {
    /// - Throws: Where a text could hold the number of a card: neither the books nor a log may have it.
    static func refuse(in text: String?) throws {
        guard let text, stands(in: text) else { return }
        throw ValidationError("This could be the number of a card, which is never kept.")
    }
}

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

extension TagArea {
    /// Returns the chip with a name from the command line.
    ///
    /// - Throws: An error for the command line that suggests the nearest name.
    static func typed(_ name: String) throws -> TagArea {
        do {
            return try named(name)
        } catch {
            throw ValidationError(error.message)
        }
    }
}
