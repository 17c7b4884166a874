import MoneyKit
import Processor

/// `/v1/accounts`
///
/// Source: Stripe API reference, "Accounts", "Account Links", "Login Links".
enum AccountRoutes {
    static let all: [Route] = [
        .get("/v1/account") { call in
            guard let id = call.account else {
                throw ProcessorError.invalid(
                    "operation_not_simulated",
                    "The platform's own account is not simulated: name one with Stripe-Account.")
            }
            return try call.shown(call.work.inPath(Account.self, id))
        },
        .post(
            path,
            simulates: [
                "country", "default_currency", "email", "business_profile[name]", "metadata", "type",
                "capabilities",
            ],
            keeps: ["business_type", "settings", "business_profile"]
        ) { call in
            if let type = call["type"].text, type == "standard" {
                throw ProcessorError.invalid(
                    "parameter_not_simulated", "Standard accounts are not simulated: express and custom are.",
                    parameter: "type")
            }
            let request = Account.Create(
                country: call["country"].text ?? "US",
                defaultCurrency: try call.currency("default_currency") ?? .usd,
                email: call["email"].text, businessName: call["business_profile"]["name"].text,
                metadata: call.metadata)
            return try call.shown(call.work.create(request).noun)
        },
        .get(path, simulates: Filters.list) { call in try call.listed(Account.self) },
        .get(one) { call in try call.shown(call.work.inPath(Account.self, call.path())) },
    ]

    private static let path = "/v1/accounts"
    private static let one = "/v1/accounts/{account}"
}
