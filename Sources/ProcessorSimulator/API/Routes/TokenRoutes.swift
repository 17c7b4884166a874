import Processor
import TextKit

/// `/v1/tokens`
///
/// Source: Stripe API reference, "Tokens".
enum TokenRoutes {
    static let all: [Route] = [
        .post(
            "/v1/tokens",
            simulates: [
                "card[number]", "card[exp_month]", "card[exp_year]", "card[cvc]", "card[name]",
                "bank_account[country]", "bank_account[currency]", "bank_account[account_number]",
                "bank_account[routing_number]", "bank_account[account_holder_name]",
                "bank_account[account_holder_type]", "bank_account[account_type]",
            ], isPublic: true
        ) { call in
            if call.has("card") { return try call.shown(call.work.createToken(card(call["card"]))) }
            guard call.has("bank_account") else {
                throw ProcessorError.invalid(
                    "parameter_missing", "You must supply either a card or a bank account.")
            }
            let account = try call.work.newBankAccount(call["bank_account"], in: "bank_account")
            return try call.shown(call.work.createToken(account))
        },
        .one("/v1/tokens/{token}", Token.self),
    ]

    private static func card(_ card: JSONTree) throws -> PaymentMethod.Create {
        let name = try CardNumbers.testName(card, in: "card")
        let (month, year) = (number(card["exp_month"]), number(card["exp_year"]))
        try CardNumbers.check(month: month ?? 0, year: year ?? 0)
        return PaymentMethod.Create(testName: name, expiryMonth: month, expiryYear: year)
    }

    /// Months and years of tokens are texts in Stripe's description.
    private static func number(_ value: JSONTree) -> Int? { value.string.flatMap { Int($0) } }
}
