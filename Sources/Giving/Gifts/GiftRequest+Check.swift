import MoneyKit
import PaymentCore

extension GiftRequest {
    /// What does not need the directory: who, with what, under which key.
    func checkDonor() throws {
        for text in [method, name, email, phone, client, key] where CardNumber.stands(in: text ?? "") {
            throw GivingError(.cardNumber)
        }
        guard DisplayText.checked(name) != nil else { throw GivingError(.invalidName) }
        guard EmailAddress(email) != nil else { throw GivingError(.invalidEmail) }
        if let phone, !phone.allSatisfy({ $0.isNumber || " +-().".contains($0) }) || phone.count > 40 {
            throw GivingError(.invalidPhone)
        }
        try Self.check(method: method)
        if let key, key.isEmpty || key.utf8.count > AnsweredRequest.longestKey || !Self.isText(key, upTo: 255)
        {
            throw GivingError(.invalidKey)
        }
    }

    /// - Throws: ``GivingError``: `cardNumber`; `invalidMethod` for what no method of a processor looks like.
    static func check(method: String) throws {
        if CardNumber.stands(in: method) { throw GivingError(.cardNumber) }
        guard method.hasPrefix("pm_") || method.hasPrefix("tok_"), method.utf8.count <= 100,
            method.utf8.allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") })
        else { throw GivingError(.invalidMethod, isText(method, upTo: 40) ? method : "") }
    }

    /// The amount in an organization's currency, within its bounds.
    func amount(for organization: Organization) throws -> Money {
        let amount: Money
        switch self.amount {
        case nil: amount = Money(organization.defaultMinor, organization.currency)
        case .money(let money): amount = money
        case .text(let text):
            do {
                amount = try Money(parsing: text, in: organization.currency)
            } catch {
                throw GivingError(.malformedAmount, String(text.prefix(40)), wanted: error.reason)
            }
        }
        guard amount.currency == organization.currency else {
            throw GivingError(
                .wrongCurrency, amount.currency.code,
                wanted: "\(organization.id) takes \(organization.currency.code)")
        }
        let step = amount.currency.chargeStep
        guard amount.minorUnits.isMultiple(of: step) else {
            throw GivingError(
                .malformedAmount, amount.plainText,
                wanted:
                    "\(amount.currency.code) is charged in steps of \(Money(step, amount.currency).plainText)"
            )
        }
        let (least, most) = (
            Money(organization.leastMinor, amount.currency), Money(organization.mostMinor, amount.currency)
        )
        guard amount.minorUnits >= least.minorUnits else {
            throw GivingError(.amountTooSmall, amount.named, wanted: "the least is \(least.named)")
        }
        guard amount.minorUnits <= most.minorUnits else {
            throw GivingError(.amountTooLarge, amount.named, wanted: "the greatest is \(most.named)")
        }
        return amount
    }

    private static func isText(_ text: String, upTo length: Int) -> Bool {
        !text.isEmpty && text.unicodeScalars.count <= length
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format
            }
            && text.contains { !$0.isWhitespace }
    }
}

/// Numbers that could be a card's: 13 to 19 digits whose check digit is right (ISO/IEC 7812-1, annex B).
public enum CardNumber {
    /// Whether one stands anywhere in a text; spaces, hyphens and what nobody sees between digits do not hide it.
    public static func stands(in text: String) -> Bool {
        var digits: [Int] = []
        for scalar in text.unicodeScalars {
            if let digit = digit(scalar) {
                digits.append(digit)
            } else if !hides(scalar) {
                if holdsCard(digits) { return true }
                digits = []
            }
        }
        return holdsCard(digits)
    }

    /// Whether it may stand between the digits of a number that is read as one: a space or a hyphen of any kind, a mark on the
    /// digit before, or what is not shown.
    private static func hides(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar == " " || scalar == "-" }
        return switch scalar.properties.generalCategory {
        case .spaceSeparator, .dashPunctuation, .nonspacingMark, .enclosingMark, .format: true
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// Whether a whole number could be one; an amount in which one stands is an amount.
    public static func isOne(_ number: Int64) -> Bool {
        let digits = String(number).utf8.map { Int($0) - 0x30 }
        return number > 0 && (13...19).contains(digits.count) && isCard(digits[...])
    }

    /// The digit of any script.
    private static func digit(_ scalar: Unicode.Scalar) -> Int? {
        if scalar.isASCII {
            return ("0"..."9").contains(scalar) ? Int(scalar.value) - 0x30 : nil
        }
        let value = scalar.properties.numericValue.flatMap { Int(exactly: $0) }
        return value.flatMap { (0..<10).contains($0) ? $0 : nil }
    }

    private static func holdsCard(_ digits: [Int]) -> Bool {
        guard digits.count >= 13 else { return false }
        for length in 13...19 where digits.count >= length {
            for start in 0...(digits.count - length) where isCard(digits[start..<start + length]) {
                return true
            }
        }
        return false
    }

    private static func isCard(_ digits: ArraySlice<Int>) -> Bool {
        let sum = digits.reversed().enumerated().reduce(0) { sum, place in
            let (index, digit) = place
            let doubled = index % 2 == 1 ? digit * 2 : digit
            return sum + (doubled > 9 ? doubled - 9 : doubled)
        }
        return sum % 10 == 0
    }
}

extension UInt8 {
    /// A-Z, a-z, 0-9.
    fileprivate var isASCIIAlphanumeric: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}

extension Money {
    /// `5.00 USD`, for a sentence.
    fileprivate var named: String { "\(plainText) \(currency.code.uppercased())" }
}
