import MoneyKit
import Processor
import TextKit

/// `/v1/accounts`
///
/// Source: Stripe API reference, "Accounts".
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
            simulates: told.union([
                "country", "type", "controller[fees]", "controller[losses]",
                "controller[requirement_collection]", "controller[stripe_dashboard]",
            ])
        ) { call in try call.shown(make(call)) },
        .list(path, Account.self),
        .one(one, Account.self),
        .post(one, simulates: told) { call in try call.shown(update(call)) },
        .delete(one) { call in
            try call.work.delete(account: call.path())
            return call.work.deleted(call.path(), Account.objectName)
        },
    ]

    private static let path = "/v1/accounts"
    private static let one = "/v1/accounts/{account}"

    /// What may be told of an account at any time.
    private static let told: Set<String> = [
        "default_currency", "email", "metadata", "external_account", "bank_account", "business_type",
        "business_profile[name]", "business_profile[url]", "business_profile[mcc]",
        "business_profile[product_description]", "business_profile[support_email]",
        "business_profile[support_phone]", "business_profile[support_url]",
        "business_profile[support_address]", "capabilities[card_payments]", "capabilities[transfers]",
        "individual[address]", "individual[dob]", "individual[email]", "individual[first_name]",
        "individual[last_name]", "individual[phone]", "individual[id_number]", "individual[ssn_last_4]",
        "individual[maiden_name]", "individual[relationship]", "company[name]", "company[address]",
        "company[phone]", "company[tax_id]", "company[structure]", "company[owners_provided]",
        "company[directors_provided]", "company[executives_provided]", "tos_acceptance",
        "settings[payouts][schedule][interval]", "settings[payouts][schedule][delay_days]",
        "settings[payouts][schedule][weekly_anchor]", "settings[payouts][schedule][monthly_anchor]",
        "settings[payouts][statement_descriptor]", "settings[payouts][debit_negative_balances]",
        "settings[payments][statement_descriptor]", "settings[card_payments]", "settings[branding]",
    ]

    private static func make(_ call: Call) throws -> Account {
        let (type, controller) = try AccountTypes.wanted(type: call["type"], controller: call["controller"])
        let account = try call.work.create(
            Account.Create(
                country: call["country"].string ?? "US",
                defaultCurrency: try call.currency("default_currency") ?? .usd,
                email: call["email"].string, businessName: call["business_profile"]["name"].string,
                metadata: call.metadata)
        ).noun
        var profile = try call.work.newProfile(of: account, type: type, controller)
        if type == "express", !call.has("capabilities") {
            profile.requested = ["card_payments", "transfers"]
        }
        try call.work.put(profile)
        return try tell(call, of: profile)
    }

    private static func update(_ call: Call) throws -> Account {
        var account = try call.noun(Account.self)
        let profile = try call.work.profileOrNew(of: account)
        if let email = call["email"].string {
            try IntentRules.check(email: email, parameter: "email")
            account.email = email
        }
        account.businessName = call["business_profile"]["name"].string ?? account.businessName
        account.defaultCurrency = try call.currency("default_currency") ?? account.defaultCurrency
        account.metadata = try call.metadata(over: account.metadata)
        try call.work.put(account)
        let told = try tell(call, of: profile)
        try call.work.emit("account.updated", call.work.encoded(told), account: told.id)
        return told
    }

    /// Takes over what a request tells, and the bank account that it names.
    private static func tell(_ call: Call, of profile: AccountProfile) throws -> Account {
        let names: Set = [
            "business_type", "business_profile", "individual", "company", "tos_acceptance", "settings",
            "capabilities",
        ]
        let told = JSONObject(call.parameters.members.filter { names.contains($0.key) })
        if let bank = try ExternalAccountRoutes.bank(call) {
            try call.work.put(profile)
            _ = try call.work.add(bank, to: profile.account, asDefault: true)
        }
        return try call.work.tell(told, of: profile)
    }
}
