import ArgumentParser
import Documents
import FailureKit
import Giving
import MoneyKit

extension CaseIterable where Self: RawRepresentable, RawValue == String {
    /// Returns the case whose name was typed on the command line.
    ///
    /// - Throws: An error that lists all cases.
    static func typed(_ text: String) throws -> Self {
        guard let typed = Self(rawValue: text) else {
            throw ValidationError("Valid values: \(allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return typed
    }

    /// The completion of an option's value with the names of all cases.
    static var completion: CompletionKind { .list(allCases.map(\.rawValue)) }
}

extension ClosedRange where Bound: BinaryInteger {
    /// Checks the value of an option. An omitted option, whose value is nil, is valid.
    func validate(_ value: Bound?, of option: String, unit: String = "") throws {
        if let value, !contains(value) {
            throw ValidationError("\(option) must be between \(lowerBound) and \(upperBound)\(unit).")
        }
    }
}

extension UnsignedInteger where Self: FixedWidthInteger {
    /// Returns a number typed on the command line.
    ///
    /// - Throws: An error with the range of valid numbers.
    static func typed(_ text: String) throws -> Self {
        guard let number = Self(text) else { throw ValidationError("Use a number from 0 to \(max).") }
        return number
    }
}

extension CardNumber {
    /// Rejects text that may contain a card number, which must not be stored in the books or a log.
    static func refuse(in text: String?) throws {
        guard let text, stands(in: text) else { return }
        throw ValidationError("This text could be a card number; card numbers are never stored.")
    }
}

extension Currency {
    /// Parses a currency code in any capitalization, such as `usd`.
    init(typed text: String) throws(CommandError) {
        do { self = try Currency(text) } catch { throw CommandError(error) }
    }
}

extension Money {
    /// Parses an amount as people type it: `50`, `50.00`, `50,00` or `$50`. In `5.500` dinars, the point is
    /// the decimal separator.
    init(typed text: String, in currency: Currency) throws(CommandError) {
        let text = Money.typedText(ofPlain: text, in: currency)
        do { self = try Money(asTyped: text, in: currency) } catch { throw CommandError(error) }
    }
}

extension TagArea {
    /// Returns the tag area of a chip whose name was typed on the command line.
    ///
    /// - Throws: A command-line error that suggests the most similar name.
    static func typed(_ name: String) throws -> TagArea {
        do {
            return try named(name)
        } catch {
            throw ValidationError(error.message)
        }
    }
}
