import Processor
import TextKit

/// `/v1/accounts/{account}/external_accounts`
///
/// Source: Stripe API reference, "External Account Bank Accounts".
enum ExternalAccountRoutes {
    static let all: [Route] = [
        .post(
            path, simulates: ["external_account", "bank_account", "default_for_currency", "metadata"]
        ) { call in
            let account = try call.noun(Account.self)
            guard let bank = try bank(call) else { throw ProcessorError.missing("external_account") }
            try call.work.put(call.work.profileOrNew(of: account))
            return try call.shown(
                call.work.add(
                    bank, to: account.id, asDefault: call["default_for_currency"].bool ?? false, call.metadata
                ))
        },
        .get(path, simulates: Filters.part.union(["object"])) { call in
            let account = try call.noun(Account.self)
            let banks = call["object"].string == "card" ? [] : try call.work.bankAccounts(of: account.id)
            return try call.work.list(
                call.work.page(banks, call.listQuery()), at: "/v1/accounts/\(account.id)/external_accounts")
        },
        .get(one) { call in try call.shown(own(call)) },
        .post(
            one,
            simulates: [
                "metadata", "default_for_currency", "account_holder_name", "account_holder_type",
                "account_type",
            ]
        ) { call in
            var bank = try own(call)
            bank.metadata = try call.metadata(over: bank.metadata)
            bank.holderName = call["account_holder_name"].string ?? bank.holderName
            bank.holderType = call["account_holder_type"].string ?? bank.holderType
            bank.accountType = call["account_type"].string ?? bank.accountType
            bank.status = "new"
            if call["default_for_currency"].bool == true { bank = try call.work.makeDefault(bank) }
            try call.work.emit("account.external_account.updated", call.work.put(bank), account: bank.account)
            return try call.shown(bank)
        },
        .delete(one) { call in
            let bank = try own(call)
            try call.work.remove(bank, from: call.path("account"))
            var gone = call.work.deleted(bank.id, BankAccount.objectName).object ?? JSONObject()
            gone["currency"] = JSONTree(bank.currency)
            return gone.tree
        },
    ]

    private static let path = "/v1/accounts/{account}/external_accounts"
    private static let one = "/v1/accounts/{account}/external_accounts/{id}"

    /// The bank account that a request names; nil where it names none.
    static func bank(_ call: Call) throws -> BankAccount? {
        for name in ["external_account", "bank_account"] where call.has(name) {
            return try call.work.bankAccount(named: call[name], by: "external_account")
        }
        return nil
    }

    private static func own(_ call: Call) throws -> BankAccount {
        let bank = try call.noun(BankAccount.self, "id")
        guard bank.account == call.path("account") else {
            throw ProcessorError.noSuch("external account", bank.id)
        }
        return bank
    }
}
