import Processor

/// Card numbers in requests: Stripe's documented test numbers stand for test cards, and no other is taken.
///
/// Source: Stripe documentation, "Testing", "Test card numbers".
enum CardNumbers {
    /// The test card that a `card` names by number or token.
    ///
    /// - Parameter owner: The parameter that holds it.
    /// - Throws: 402 for a number of the wrong length or check digit; 400 for one that is not a test number: it may be
    ///   somebody's card, and is named nowhere.
    static func testName(_ card: JSONValue, in owner: String) throws -> String {
        if let token = card["token"].text { return token }
        guard let text = card["number"].text else { throw ProcessorError.missing("\(owner)[number]") }
        let number = text.filter { $0 != " " && $0 != "-" }
        guard number.allSatisfy({ $0.isASCII && $0.isNumber }), (12...19).contains(number.count),
            passesLuhn(number)
        else {
            throw incorrect(in: owner)
        }
        guard let name = byNumber[number] else {
            throw ProcessorError.invalid(
                "card_number_refused",
                "The card number is not one of Stripe's documented test numbers. Real card numbers are refused here: use a test number such as 4242 4242 4242 4242, or a name such as pm_card_visa.",
                parameter: "\(owner)[number]")
        }
        if let month = card["exp_month"].integer, let year = card["exp_year"].integer {
            try check(month: Int(clamping: month), year: Int(clamping: year))
        }
        return name
    }

    /// - Throws: 402 for a month or year that no card has.
    static func check(month: Int, year: Int) throws {
        guard (1...12).contains(month) else {
            throw ProcessorError(
                .card, status: 402, code: "invalid_expiry_month",
                message: "Your card's expiration month is invalid.", parameter: "exp_month")
        }
        guard (2000...2100).contains(year) else {
            throw ProcessorError(
                .card, status: 402, code: "invalid_expiry_year",
                message: "Your card's expiration year is invalid.", parameter: "exp_year")
        }
    }

    private static func incorrect(in owner: String) -> ProcessorError {
        ProcessorError(
            .card, status: 402, code: "incorrect_number", message: "Your card number is incorrect.",
            parameter: "\(owner)[number]")
    }

    /// ISO/IEC 7812-1, annex B.
    static func passesLuhn(_ number: String) -> Bool {
        let sum = number.utf8.reversed().enumerated().reduce(0) { sum, digit in
            let value = Int(digit.element - UInt8(ascii: "0")) * (digit.offset % 2 == 0 ? 1 : 2)
            return sum + value / 10 + value % 10
        }
        return sum % 10 == 0
    }

    private static let byNumber: [String: String] = [
        "4242424242424242": "pm_card_visa", "4000056655665556": "pm_card_visa_debit",
        "5555555555554444": "pm_card_mastercard", "378282246310005": "pm_card_amex",
        "6011111111111117": "pm_card_discover", "4000000000000077": "pm_card_bypassPending",
        "4000000000000002": "pm_card_chargeDeclined",
        "4000000000009995": "pm_card_chargeDeclinedInsufficientFunds",
        "4000000000009987": "pm_card_chargeDeclinedLostCard",
        "4000000000009979": "pm_card_chargeDeclinedStolenCard",
        "4000000000006975": "pm_card_chargeDeclinedVelocityLimitExceeded",
        "4000000000000069": "pm_card_chargeDeclinedExpiredCard",
        "4000000000000127": "pm_card_chargeDeclinedIncorrectCvc",
        "4000000000000119": "pm_card_chargeDeclinedProcessingError",
        "4000000000000341": "pm_card_chargeCustomerFail",
        "4000002760003184": "pm_card_authenticationRequired",
        "4000000000000259": "pm_card_createDispute", "4000000000001976": "pm_card_createDisputeInquiry",
        "4000000000005126": "pm_card_refundFail", "4000000000007726": "pm_card_pendingRefund",
    ]
}
