import MoneyKit
import Processor
import TextKit
import TimeKit

/// The routes of `/v1/account` and `/v1/accounts`.
///
/// Source: Stripe API reference, "Accounts".
enum AccountRoutes {
    static let all: [Route] = [
        .get("/v1/account") { call in
            guard let id = call.account else { return try call.work.platformAccount() }
            return try call.shown(call.work.inPath(Account.self, id))
        },
        .post(
            path,
            simulates: submitted.union([
                "country", "type", "controller[fees]", "controller[losses]",
                "controller[requirement_collection]", "controller[stripe_dashboard]",
            ])
        ) { call in try call.shown(call.makeAccount()) },
        .list(path, Account.self),
        .get(one) { call in
            guard call.path() != call.work.configuration.platformAccount else {
                return try call.work.platformAccount()
            }
            return try call.shown(call.object(Account.self))
        },
        .post(one, simulates: submitted) { call in try call.shown(call.updateAccount()) },
        .delete(one) { call in
            try call.work.delete(account: call.path())
            return Account.deleted(call.path())
        },
    ]

    private static let path = "/v1/accounts"
    private static let one = "/v1/accounts/{account}"

    /// The parameters that are accepted both when an account is created and when it is updated.
    private static let submitted: Set<String> = [
        "default_currency", "email", "metadata", "external_account", "bank_account", "business_type",
        "business_profile[name]", "business_profile[url]", "business_profile[mcc]",
        "business_profile[product_description]", "business_profile[support_email]",
        "business_profile[support_phone]", "business_profile[support_url]",
        "business_profile[support_address]", "capabilities[card_payments]", "capabilities[transfers]",
        "individual[address]", "individual[dob]", "individual[email]", "individual[first_name]",
        "individual[last_name]", "individual[phone]", "individual[id_number]", "individual[ssn_last_4]",
        "individual[maiden_name]", "individual[relationship]", "individual[verification]",
        "company[name]", "company[address]",
        "company[phone]", "company[tax_id]", "company[structure]", "company[owners_provided]",
        "company[directors_provided]", "company[executives_provided]", "tos_acceptance",
        "settings[payouts][schedule][interval]", "settings[payouts][schedule][delay_days]",
        "settings[payouts][schedule][weekly_anchor]", "settings[payouts][schedule][monthly_anchor]",
        "settings[payouts][statement_descriptor]", "settings[payouts][debit_negative_balances]",
        "settings[payments][statement_descriptor]", "settings[card_payments]", "settings[branding]",
    ]
}

extension Call {
    fileprivate func makeAccount() throws -> Account {
        let (type, controller) = try AccountTypes.wanted(type: self["type"], controller: self["controller"])
        let account = try work.create(
            Account.Create(
                country: self["country"].string ?? "US",
                defaultCurrency: try currency("default_currency") ?? .usd,
                email: self["email"].string, businessName: self["business_profile"]["name"].string,
                metadata: metadata)
        ).object
        var profile = try work.newProfile(of: account, type: type, controller)
        if type == "express", !has("capabilities") {
            profile.requested = ["card_payments", "transfers"]
        }
        try work.put(profile)
        return try submit(of: profile)
    }

    fileprivate func updateAccount() throws -> Account {
        var account = try object(Account.self)
        let profile = try work.profileOrNew(of: account)
        if let email = self["email"].string {
            try IntentRules.check(email: email, parameter: "email")
            account.email = email
        }
        account.businessName = self["business_profile"]["name"].string ?? account.businessName
        account.defaultCurrency = try currency("default_currency") ?? account.defaultCurrency
        try takeMetadata(into: &account.metadata)
        try work.put(account)
        let submitted = try submit(of: profile)
        try work.emit("account.updated", work.encoded(submitted), account: submitted.id)
        return submitted
    }

    /// Saves the account details and the bank account that a request contains, and reviews the account.
    fileprivate func submit(of profile: AccountProfile) throws -> Account {
        let names: Set = [
            "business_type", "business_profile", "individual", "company", "tos_acceptance", "settings",
            "capabilities",
        ]
        let submitted = JSONObject(parameters.members.filter { names.contains($0.key) })
        if let bank = try givenBankAccount() {
            try work.put(profile)
            _ = try work.add(bank, to: profile.account, asDefault: true)
        }
        return try work.submit(submitted, of: profile)
    }
}

/// The account types that a request can specify, either with `type` or with `controller`.
///
/// Source: Stripe documentation, "Connect account controller properties".
enum AccountTypes {
    /// Returns the requested account type and controller.
    ///
    /// Standard accounts and accounts with a full dashboard are not simulated.
    ///
    /// - Throws: ``ProcessorError`` with status 400 if the request does not contain exactly one of `type` and
    ///   `controller`, if its settings contradict each other, or if this type of account is not simulated.
    static func wanted(type: JSONTree, controller: JSONTree) throws(ProcessorError)
        -> (type: String, AccountProfile.Controller)
    {
        try require(
            type.isNull || controller.isNull,
            "You may not provide the type parameter and controller parameters simultaneously.",
            parameter: "type")
        switch type.string {
        case "express": return ("express", .express)
        case "custom": return ("custom", .custom)
        case nil where !controller.isNull: return ("none", try parts(controller))
        default:
            throw .invalid(
                "parameter_not_simulated",
                "Standard accounts are not simulated: use type=express or type=custom, or a controller whose stripe_dashboard[type] is express or none.",
                parameter: "type")
        }
    }

    private static func parts(_ submitted: JSONTree) throws(ProcessorError) -> AccountProfile.Controller {
        let dashboard = submitted["stripe_dashboard"]["type"].string ?? "full"
        try require(
            dashboard != "full", "parameter_not_simulated",
            "Accounts with the full dashboard are not simulated: set stripe_dashboard[type] to express or none.",
            parameter: "controller[stripe_dashboard][type]")
        var controller = dashboard == "express" ? AccountProfile.Controller.express : .custom
        controller.dashboard = dashboard
        controller.feesPayer = submitted["fees"]["payer"].string ?? "account"
        controller.losses = submitted["losses"]["payments"].string ?? "stripe"
        controller.collector = submitted["requirement_collection"].string ?? "stripe"
        try require(
            controller.collector == "stripe" || dashboard == "none",
            "requirement_collection=application requires stripe_dashboard[type]=none.",
            parameter: "controller[requirement_collection]")
        return controller
    }
}

/// The routes of `/v1/account_links` and `/v1/accounts/{account}/login_links`.
///
/// Source: Stripe API reference, "Account Links", "Login Links".
enum AccountLinkRoutes {
    static let all: [Route] = [
        .post(
            "/v1/account_links",
            simulates: ["account", "refresh_url", "return_url", "type"],
            keeps: ["collect", "collection_options"]
        ) { call in
            let link = try call.work.onboardingLink(
                for: call["account"].string ?? "", kind: call["type"].string ?? "",
                refreshURL: call["refresh_url"].string, returnURL: call["return_url"].string)
            return [
                "object": "account_link", "created": link.created,
                "expires_at": link.expires,
                "url": call.work.configuration.links.onboarding(link.id),
            ]
        },
        .post("/v1/accounts/{account}/login_links") { call in
            let link = try call.work.dashboardLink(for: call.path())
            return [
                "object": "login_link", "created": link.created,
                "url": call.work.configuration.links.express(link.account, link.id),
            ]
        },
    ]
}

/// The routes of `/v1/accounts/{account}/external_accounts`.
///
/// Source: Stripe API reference, "External Account Bank Accounts".
enum ExternalAccountRoutes {
    static let all: [Route] = [
        .post(
            path, simulates: ["external_account", "bank_account", "default_for_currency", "metadata"]
        ) { call in
            let account = try call.object(Account.self)
            guard let bank = try call.givenBankAccount() else {
                throw ProcessorError.missing("external_account")
            }
            try call.work.put(call.work.profileOrNew(of: account))
            return try call.shown(
                call.work.add(
                    bank, to: account.id, asDefault: call["default_for_currency"].bool ?? false, call.metadata
                ))
        },
        .get(path, simulates: Filters.part.union(["object"])) { call in
            let account = try call.object(Account.self)
            let banks = call["object"].string == "card" ? [] : try call.work.bankAccounts(of: account.id)
            return try call.page(of: banks)
        },
        .get(one) { call in try call.shown(call.ownBankAccount()) },
        .post(
            one,
            simulates: [
                "metadata", "default_for_currency", "account_holder_name", "account_holder_type",
                "account_type",
            ]
        ) { call in
            var bank = try call.ownBankAccount()
            try call.takeMetadata(into: &bank.metadata)
            bank.holderName = call["account_holder_name"].string ?? bank.holderName
            bank.holderType = call["account_holder_type"].string ?? bank.holderType
            bank.accountType = call["account_type"].string ?? bank.accountType
            bank.status = "new"
            if call["default_for_currency"].bool == true { bank = try call.work.makeDefault(bank) }
            try call.work.emit("account.external_account.updated", call.work.put(bank), account: bank.account)
            return try call.shown(bank)
        },
        .delete(one) { call in
            let bank = try call.ownBankAccount()
            try call.work.remove(bank, from: call.path("account"))
            var gone = BankAccount.deleted(bank.id)
            gone["currency"] = JSONTree(bank.currency)
            return gone
        },
    ]

    private static let path = "/v1/accounts/{account}/external_accounts"
    private static let one = "/v1/accounts/{account}/external_accounts/{id}"
}

extension Call {
    /// Returns the bank account in a request, or nil if the request contains no bank account.
    func givenBankAccount() throws -> BankAccount? {
        for name in ["external_account", "bank_account"] where has(name) {
            return try work.bankAccount(named: self[name], by: "external_account")
        }
        return nil
    }

    fileprivate func ownBankAccount() throws -> BankAccount {
        let bank = try object(BankAccount.self, "id")
        guard bank.account == path("account") else {
            throw ProcessorError.noSuch("external account", bank.id)
        }
        return bank
    }
}

/// The routes below `/_tapctl` that simulate a person's actions on the processor's pages in tests.
enum PersonRoutes {
    static let all: [Route] = [
        .post("/_tapctl/accounts/{account}/onboarding/{outcome}") { call in
            let outcome: Account.OnboardingOutcome = try outcome(of: call)
            return played(try call.work.onboard(call.path("account"), outcome).object.id, outcome.rawValue)
        },
        .post("/_tapctl/payment_intents/{intent}/challenge/{outcome}") { call in
            let outcome: PaymentIntent.ChallengeOutcome = try outcome(of: call)
            return played(try call.work.challenge(call.path("intent"), outcome).object.id, outcome.rawValue)
        },
        // A separate request confirms the page, as `stripe trigger checkout.session.completed` of the Stripe CLI
        // does.
        .post("/_tapctl/checkout/sessions/{session}/complete/{method}") { call in
            try call.completeCheckout(amount: nil)
        },
        .post("/_tapctl/checkout/sessions/{session}/complete/{method}/{amount}") { call in
            guard let amount = Int64(call.path("amount")) else { throw ProcessorError.notAnAmount("amount") }
            return try call.completeCheckout(amount: amount)
        },
    ]

    private static func played(_ id: String, _ outcome: String) -> JSONObject {
        ["object": "played_person", "id": id, "outcome": outcome]
    }

    private static func outcome<Outcome: RawRepresentable<String> & CaseIterable>(of call: Call) throws
        -> Outcome
    {
        guard let outcome = Outcome(rawValue: call.path("outcome")) else {
            let known = Outcome.allCases.map(\.rawValue).joined(separator: ", ")
            throw ProcessorError.invalid("The outcome must be one of: \(known).", parameter: "outcome")
        }
        return outcome
    }
}

extension Call {
    /// Completes a Checkout session, as a customer does on the session's page.
    ///
    /// - Parameter amount: The amount that the customer chooses, or nil for the proposed amount.
    /// - Throws: ``Executed`` with an error of status 402 if the payment is declined.
    fileprivate func completeCheckout(amount: Int64?) throws -> JSONObject {
        let id = path("session")
        let result = try work.complete(
            checkoutSession: id, with: path("method"), email: nil, amount: amount)
        if case .declined(let message) = result {
            throw Executed(ProcessorError(.card, status: 402, code: "card_declined", message: message))
        }
        return try shown(work.inPath(CheckoutSession.self, id))
    }
}
