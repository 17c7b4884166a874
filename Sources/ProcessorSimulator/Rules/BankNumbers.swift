import Processor

/// The bank account numbers that the processor accepts: only Stripe's documented test numbers.
///
/// Source: Stripe documentation, "Testing Connect", "Payouts".
enum BankNumbers {
    static let routing = "110000000"
    /// The failure codes of payouts, keyed by the last four digits of the bank account. The code is nil if
    /// payouts to the account succeed.
    static let failures: [String: String?] = [
        "6789": nil, "1116": "no_account", "1113": "account_closed", "2227": "insufficient_funds",
        "3335": "debit_not_authorized", "4440": "invalid_currency",
    ]
    /// Returns the last four digits of a test bank account.
    ///
    /// - Throws: ``ProcessorError`` with status 400 for any other account number or routing number. The error
    ///   does not contain the number, because it could be real.
    static func last4(of number: String, _ routing: String?, in owner: String) throws(ProcessorError)
        -> String
    {
        try require(
            routing == Self.routing, "routing_number_invalid",
            "The routing number does not belong to Stripe's test bank: use \(Self.routing).",
            parameter: "\(owner)[routing_number]")
        guard let last4 = TestBank.numbers[number] else {
            throw .invalid(
                "account_number_invalid",
                "The account number is not one of Stripe's documented test numbers. "
                    + "Only those numbers are accepted: use 000123456789.",
                parameter: "\(owner)[account_number]")
        }
        return last4
    }
}
