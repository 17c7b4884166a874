import MoneyKit
import Processor
import TimeKit

/// The parts of an account as Stripe shows them.
///
/// Source: Stripe API reference, "The Account object".
struct AccountShape {
    var account: Account
    /// Nil for an account that was not made over the API.
    var profile: AccountProfile?
    var work: Work

    private var told: JSONValue { profile?.told ?? .null }

    var businessProfile: JSONValue {
        var fields = told["business_profile"].object ?? JSONObject()
        fields["name"] = JSONValue(account.businessName)
        if let address = fields["support_address"] { fields["support_address"] = Self.address(address) }
        return work.complete(fields, as: "account_business_profile")
    }

    /// The capabilities that were asked for; both where nobody was asked.
    var capabilities: JSONValue {
        let all = [("card_payments", account.cardPayments), ("transfers", account.transfers)]
        let shown = all.filter { profile?.requested.contains($0.0) ?? true }
        return .object(JSONObject(shown.map { ($0.0, .text($0.1.rawValue)) }))
    }

    var controller: JSONValue {
        let parts = profile?.controller ?? .express
        return [
            "fees": ["payer": .text(parts.feesPayer)], "is_controller": true,
            "losses": ["payments": .text(parts.losses)], "requirement_collection": .text(parts.collector),
            "stripe_dashboard": ["type": .text(parts.dashboard)], "type": "application",
        ]
    }

    var externalAccounts: JSONValue {
        get throws {
            let banks = try work.bankAccounts(of: account.id)
            return try work.list(
                ListPage(banks.reversed(), hasMore: false), at: "/v1/accounts/\(account.id)/external_accounts"
            )
        }
    }

    var requirements: JSONValue {
        let due = JSONValue.list(account.currentlyDue.map { .text($0) })
        let errors = profile?.errors.map { failure -> JSONValue in
            [
                "code": .text(failure.code), "reason": .text(failure.reason),
                "requirement": .text(failure.requirement),
            ]
        }
        return [
            "alternatives": [], "current_deadline": .null, "currently_due": due,
            "disabled_reason": JSONValue(account.disabledReason), "errors": .list(errors ?? []),
            "eventually_due": due, "past_due": due,
            "pending_verification": .list(account.pendingVerification.map { .text($0) }),
        ]
    }

    static let noRequirements: JSONValue = [
        "alternatives": [], "current_deadline": .null, "currently_due": [], "disabled_reason": .null,
        "errors": [], "eventually_due": [], "past_due": [], "pending_verification": [],
    ]

    var settings: JSONValue {
        var fields: JSONObject = [
            "branding": ["icon": .null, "logo": .null, "primary_color": .null, "secondary_color": .null],
            "card_payments": [
                "decline_on": ["avs_failure": false, "cvc_failure": false],
                "statement_descriptor_prefix": .null, "statement_descriptor_prefix_kana": .null,
                "statement_descriptor_prefix_kanji": .null,
            ],
            "dashboard": ["display_name": JSONValue(account.businessName), "timezone": "Etc/UTC"],
            "payments": [
                "statement_descriptor": .null, "statement_descriptor_kana": .null,
                "statement_descriptor_kanji": .null,
            ],
            "payouts": ["debit_negative_balances": true, "statement_descriptor": .null],
        ]
        if let told = told["settings"].object { fields.lay(told) }
        fields.lay(["payouts": ["schedule": schedule]])
        return .object(fields)
    }

    /// Without the anchors that an earlier interval had.
    private var schedule: JSONValue {
        let known = profile?.schedule ?? PayoutSchedule(interval: .manual)
        var fields: JSONObject = [
            "delay_days": .integer(Int64(known.delayDays)), "interval": .text(known.interval.rawValue),
        ]
        fields["monthly_anchor"] = known.monthlyAnchor.map { .integer(Int64($0)) }
        fields["weekly_anchor"] = known.weeklyAnchor.map { .text($0) }
        return .object(fields)
    }

    var agreement: JSONValue {
        work.complete(told["tos_acceptance"].object ?? JSONObject(), as: "account_tos_acceptance")
    }

    /// The person, as long as the platform itself asks them.
    var individual: JSONValue? {
        guard let person = told["individual"].object, profile?.controller.collector == "application" else {
            return nil
        }
        let isVerified = account.payoutsEnabled
        var fields: JSONObject = [
            "id": .text("person_" + account.id.dropFirst("acct_".count)), "object": "person",
            "account": .text(account.id), "created": .integer(account.created.seconds),
            "id_number_provided": .bool(person["id_number"] != nil),
            "ssn_last_4_provided": .bool(person["ssn_last_4"] != nil || person["id_number"] != nil),
            "verification": [
                "details": .null, "details_code": .null,
                "status": .text(
                    isVerified
                        ? "verified" : account.pendingVerification.isEmpty ? "unverified" : "pending"),
            ],
        ]
        for field in person.fields where !["id_number", "ssn_last_4"].contains(field.name) {
            fields[field.name] = field.name == "address" ? Self.address(field.value) : field.value
        }
        return .object(fields)
    }

    var company: JSONValue? {
        guard let told = told["company"].object else { return nil }
        var fields: JSONObject = ["tax_id_provided": .bool(told["tax_id"] != nil)]
        for field in told.fields where field.name != "tax_id" {
            fields[field.name] = field.name == "address" ? Self.address(field.value) : field.value
        }
        return .object(fields)
    }

    private static func address(_ told: JSONValue) -> JSONValue {
        var fields = BillingDetails.none["address"].object ?? JSONObject()
        if let told = told.object { fields.lay(told) }
        return .object(fields)
    }
}
