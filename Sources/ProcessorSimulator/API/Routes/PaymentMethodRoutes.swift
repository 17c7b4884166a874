import Processor
import TextKit

/// `/v1/payment_methods`
///
/// Source: Stripe API reference, "PaymentMethods".
enum PaymentMethodRoutes {
    static let all: [Route] = [
        .post(path, simulates: asked, keeps: ["billing_details", "metadata"], isPublic: true) { call in
            try call.shown(make(call.work, call.parameters.tree, in: nil))
        },
        .list(
            path, PaymentMethod.self, by: ["customer": "customer", "type": "kind"], parameters: Filters.part),
        .one(one, PaymentMethod.self),
        .post(
            one, simulates: ["card[exp_month]", "card[exp_year]"],
            keeps: ["billing_details", "metadata", "allow_redisplay"]
        ) {
            call in
            var method = try call.noun(PaymentMethod.self)
            if var card = method.card {
                if let month = call["card"]["exp_month"].integer { card.expiryMonth = Int(clamping: month) }
                if let year = call["card"]["exp_year"].integer { card.expiryYear = Int(clamping: year) }
                try CardNumbers.check(month: card.expiryMonth, year: card.expiryYear)
                method.card = card
                try call.work.put(method)
            }
            return try call.shown(method)
        },
        .post(one + "/attach", simulates: ["customer"]) { call in
            let customer = try call.required("customer")
            return try call.shown(call.work.attach(call.path(), to: customer))
        },
        .post(one + "/detach") { call in
            var method = try call.noun(PaymentMethod.self)
            guard method.customer != nil else {
                throw ProcessorError.invalid(
                    nil,
                    "The payment method you provided is not attached to a customer so detachment is impossible."
                )
            }
            method.customer = nil
            let written = try call.work.put(method)
            try call.work.emit("payment_method.detached", written)
            return try call.shown(method)
        },
    ]

    private static let path = "/v1/payment_methods"
    private static let one = "/v1/payment_methods/{payment_method}"
    private static let asked: Set<String> = [
        "type", "card[number]", "card[exp_month]", "card[exp_year]", "card[cvc]", "card[token]",
        "us_bank_account[routing_number]", "us_bank_account[account_number]",
        "us_bank_account[account_holder_type]", "us_bank_account[account_type]",
    ]

    /// A new method of what a request tells: a documented test number, a token, or a test bank account.
    static func make(_ work: Work, _ told: JSONTree, in owner: String?) throws -> PaymentMethod {
        func name(_ part: String) -> String { owner.map { "\($0)[\(part)]" } ?? part }
        guard let type = told["type"].string else { throw ProcessorError.missing(name("type")) }
        switch type {
        case PaymentMethod.Kind.card.rawValue:
            let card = told["card"]
            let testName = try CardNumbers.testName(card, in: name("card"))
            return try work.create(
                PaymentMethod.Create(
                    testName: testName, expiryMonth: card["exp_month"].integer.map(Int.init(clamping:)),
                    expiryYear: card["exp_year"].integer.map(Int.init(clamping:)))
            ).noun
        case PaymentMethod.Kind.usBankAccount.rawValue:
            return try work.create(PaymentMethod.Create(testName: TestMethod.bankAccountName)).noun
        default:
            throw ProcessorError.invalid(
                "parameter_not_simulated",
                "Methods of the type '\(type)' are not simulated: card and us_bank_account are.",
                parameter: name("type"))
        }
    }
}
