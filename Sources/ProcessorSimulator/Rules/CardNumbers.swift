import Processor
import TextKit

/// The card numbers that the processor accepts: only Stripe's documented test numbers. Each number selects a
/// test card.
///
/// Source: Stripe documentation, "Testing", "Test card numbers".
package enum CardNumbers {
    /// Returns the name of the test card that `card` specifies by its number or by a token.
    ///
    /// - Parameter owner: The name of the parameter that contains the card.
    /// - Throws: ``ProcessorError`` with status 402 for a malformed number, a wrong length or a wrong check
    ///   digit. The status is 400 if the number is missing, or for any other number that is not a test
    ///   number. The error does not contain the number, because it could be real.
    static func testName(_ card: JSONTree, in owner: String) throws -> String {
        if let token = card["token"].string { return token }
        guard let text = card["number"].string else { throw ProcessorError.missing("\(owner)[number]") }
        let number = text.filter { $0 != " " && $0 != "-" }
        guard number.allSatisfy({ $0.isASCII && $0.isNumber }), (12...19).contains(number.count),
            passesLuhn(number)
        else {
            throw ProcessorError.card(
                "incorrect_number", "Your card number is incorrect.", parameter: "\(owner)[number]")
        }
        guard let name = byNumber[number] else {
            throw ProcessorError.invalid(
                "card_number_refused",
                "The card number is not one of Stripe's documented test numbers. Real card numbers are refused here: use a test number such as 4242 4242 4242 4242, or a name such as pm_card_visa.",
                parameter: "\(owner)[number]")
        }
        return name
    }

    /// Throws an error if any field of a form may contain a real card number.
    ///
    /// - Throws: ``ProcessorError`` with status 400 and the name of the field, but never with the number.
    static func refuse(in form: FormNode, named name: String? = nil) throws {
        if let text = form.text, holdsCardNumber(text) {
            let name = name ?? "the form"
            throw ProcessorError.invalid(
                "card_number_refused",
                "'\(name)' may contain a card number and is refused: this simulated processor accepts only Stripe's documented test numbers and stores no others.",
                parameter: name)
        }
        for part in form.parts {
            // If a field's name is itself a card number, the error does not contain the name.
            let isTold = !holdsCardNumber(part.name)
            let inner = isTold ? part.name : "…"
            let full = name.map { "\($0)[\(inner)]" } ?? inner
            try refuse(in: isTold ? part.node : FormNode(text: part.name), named: full)
        }
    }

    /// Returns whether a string contains a number that may be a real card number: 13 to 19 digits, separated
    /// at most by single spaces or hyphens, with a card network's prefix and a valid check digit. Documented
    /// test numbers are excluded.
    ///
    /// Digits next to a letter are ignored, because they are part of another value, such as an id or an IBAN.
    static func holdsCardNumber(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        var before: UInt8?
        while let start = rest.firstIndex(where: isDigit) {
            if start > rest.startIndex { before = rest[start - 1] }
            let (digits, end) = run(rest[start...])
            let after = end < rest.endIndex ? rest[end] : nil
            let isAlone = ![before, after].contains { $0.map(isLetter) ?? false }
            if isAlone, isCardNumber(digits) { return true }
            before = rest[end - 1]
            rest = rest[end...]
        }
        return false
    }

    /// Returns the digits at the start of these bytes, and the index of the byte after them. A single space
    /// or hyphen between two digits is skipped.
    private static func run(_ bytes: ArraySlice<UInt8>) -> (digits: String, end: Int) {
        var digits: [UInt8] = []
        var place = bytes.startIndex
        while place < bytes.endIndex {
            if isDigit(bytes[place]) {
                digits.append(bytes[place])
                place += 1
            } else if bytes[place] == UInt8(ascii: " ") || bytes[place] == UInt8(ascii: "-"),
                place + 1 < bytes.endIndex, isDigit(bytes[place + 1])
            {
                place += 1
            } else {
                break
            }
        }
        return (String(decoding: digits, as: UTF8.self), place)
    }

    /// Returns whether the digits may be the number of a real card. The number must have 13 to 19 digits and
    /// a valid check digit, and must not be a documented test number. The numbers of bank and store cards
    /// start with 2 to 6. The numbers of airline cards start with 1 and have 15 digits. Source: ISO/IEC
    /// 7812-1, annex A.
    private static func isCardNumber(_ digits: String) -> Bool {
        guard (13...19).contains(digits.count), passesLuhn(digits), let first = digits.first else {
            return false
        }
        guard ("2"..."6").contains(first) || first == "1" && digits.count == 15 else { return false }
        return byNumber[digits] == nil && !documented.contains(digits)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte >= 0x80
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    /// Returns whether a number has a valid Luhn check digit. Source: ISO/IEC 7812-1, annex B.
    ///
    /// - Parameter number: ASCII digits only.
    package static func passesLuhn(_ number: String) -> Bool {
        let sum = number.utf8.reversed().enumerated().reduce(0) { sum, digit in
            let value = Int(digit.element - UInt8(ascii: "0")) * (digit.offset % 2 == 0 ? 1 : 2)
            return sum + value / 10 + value % 10
        }
        return sum % 10 == 0
    }

    /// Other test numbers from current and earlier versions of Stripe's documentation. They are not treated as
    /// real card numbers, so any field of a request can contain them, but they cannot be charged.
    private static let documented: Set<String> = [
        "30569309025904", "38520000023237", "4000000000003238", "4012888888881881", "4242424242424241",
        "4001007020000002", "4000000000003246", "4000000000003253",
    ]

    /// Returns a number as it is printed on a card, such as `4242 4242 4242 4242` or `3782 822463 10005`.
    static func grouped(_ number: String) -> String {
        var rest = number[...]
        var groups: [Substring] = []
        for size in number.count == 15 ? [4, 6, 5] : [4, 4, 4, 4, 3] where !rest.isEmpty {
            groups.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return groups.joined(separator: " ")
    }

    private static let byNumber = TestMethod.namesByNumber
}
