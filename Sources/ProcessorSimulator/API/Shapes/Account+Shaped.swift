import MoneyKit
import Processor
import TextKit
import TimeKit

extension Account: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        let profile = try work.profile(of: id)
        let shape = AccountShape(account: self, profile: profile, work: work)
        var fields: JSONObject = [
            "business_profile": shape.businessProfile,
            "business_type": profile.map { $0.told["business_type"] } ?? "individual",
            "capabilities": shape.capabilities, "charges_enabled": .bool(chargesEnabled),
            "controller": shape.controller, "country": .string(country), "created": .integer(created.seconds),
            "default_currency": JSONTree(defaultCurrency), "details_submitted": .bool(detailsSubmitted),
            "email": JSONTree(email), "external_accounts": try shape.externalAccounts,
            "future_requirements": AccountShape.requirements(), "metadata": JSONTree(metadata),
            "payouts_enabled": .bool(payoutsEnabled), "requirements": shape.requirements,
            "settings": shape.settings, "tos_acceptance": shape.agreement,
            "type": .string(profile?.type ?? "express"),
        ]
        fields["individual"] = shape.individual
        fields["company"] = shape.company
        return fields
    }
}

/// The parts of an account as Stripe shows them.
///
/// Source: Stripe API reference, "The Account object".
struct AccountShape {
    var account: Account
    /// Nil for an account that was not made over the API.
    var profile: AccountProfile?
    var work: Work

    private var told: JSONTree { profile?.told ?? .null }

    var businessProfile: JSONTree {
        var fields = told["business_profile"].object ?? JSONObject()
        fields["name"] = JSONTree(account.businessName)
        if let address = fields["support_address"] { fields["support_address"] = Self.address(address) }
        return work.complete(fields, as: "account_business_profile")
    }

    /// The capabilities that were asked for; both where nobody was asked.
    var capabilities: JSONTree {
        let all = [("card_payments", account.cardPayments), ("transfers", account.transfers)]
        let shown = all.filter { profile?.requested.contains($0.0) ?? true }
        return .object(shown.map { JSONTree.Member($0.0, .string($0.1.rawValue)) })
    }

    var controller: JSONTree {
        let parts = profile?.controller ?? .express
        return [
            "fees": ["payer": .string(parts.feesPayer)], "is_controller": true,
            "losses": ["payments": .string(parts.losses)], "requirement_collection": .string(parts.collector),
            "stripe_dashboard": ["type": .string(parts.dashboard)], "type": "application",
        ]
    }

    var externalAccounts: JSONTree {
        get throws {
            let banks = try work.bankAccounts(of: account.id)
            return try work.list(
                ListPage(banks.reversed(), hasMore: false), at: "/v1/accounts/\(account.id)/external_accounts"
            )
        }
    }

    var requirements: JSONTree {
        let errors = profile?.errors.map { failure -> JSONTree in
            [
                "code": .string(failure.code), "reason": .string(failure.reason),
                "requirement": .string(failure.requirement),
            ]
        }
        return Self.requirements(
            due: account.currentlyDue, pending: account.pendingVerification, account.disabledReason,
            .array(errors ?? []))
    }

    static func requirements(
        due: [String] = [], pending: [String] = [], _ disabledReason: String? = nil, _ errors: JSONTree = []
    ) -> JSONTree {
        let due = JSONTree.array(due.map { .string($0) })
        return [
            "alternatives": [], "current_deadline": .null, "currently_due": due,
            "disabled_reason": JSONTree(disabledReason), "errors": errors, "eventually_due": due,
            "past_due": due, "pending_verification": .array(pending.map { .string($0) }),
        ]
    }

    var settings: JSONTree {
        var fields: JSONObject = [
            "branding": ["icon": .null, "logo": .null, "primary_color": .null, "secondary_color": .null],
            "card_payments": [
                "decline_on": ["avs_failure": false, "cvc_failure": false],
                "statement_descriptor_prefix": .null, "statement_descriptor_prefix_kana": .null,
                "statement_descriptor_prefix_kanji": .null,
            ],
            "dashboard": ["display_name": JSONTree(account.businessName), "timezone": "Etc/UTC"],
            "payments": [
                "statement_descriptor": .null, "statement_descriptor_kana": .null,
                "statement_descriptor_kanji": .null,
            ],
            "payouts": ["debit_negative_balances": true, "statement_descriptor": .null],
        ]
        if let told = told["settings"].object { fields.lay(told) }
        fields.lay(["payouts": ["schedule": schedule]])
        return fields.tree
    }

    /// Without the anchors that an earlier interval had.
    private var schedule: JSONTree {
        let known = profile?.schedule ?? PayoutSchedule(interval: .manual)
        var fields: JSONObject = [
            "delay_days": .integer(Int64(known.delayDays)), "interval": .string(known.interval.rawValue),
        ]
        fields["monthly_anchor"] = known.monthlyAnchor.map { .integer(Int64($0)) }
        fields["weekly_anchor"] = known.weeklyAnchor.map { .string($0) }
        return fields.tree
    }

    var agreement: JSONTree {
        work.complete(told["tos_acceptance"].object ?? JSONObject(), as: "account_tos_acceptance")
    }

    /// The person, as long as the platform itself asks them.
    var individual: JSONTree? {
        guard let person = told["individual"].object, profile?.controller.collector == "application" else {
            return nil
        }
        let isVerified = account.payoutsEnabled
        var fields: JSONObject = [
            "id": .string("person_" + account.id.dropFirst("acct_".count)), "object": "person",
            "account": .string(account.id), "created": .integer(account.created.seconds),
            "id_number_provided": .bool(person["id_number"] != nil),
            "ssn_last_4_provided": .bool(person["ssn_last_4"] != nil || person["id_number"] != nil),
            "verification": [
                "details": .null, "details_code": .null,
                "status": .string(
                    isVerified
                        ? "verified" : account.pendingVerification.isEmpty ? "unverified" : "pending"),
            ],
        ]
        for field in person.members where !["id_number", "ssn_last_4"].contains(field.key) {
            fields[field.key] = field.key == "address" ? Self.address(field.value) : field.value
        }
        return fields.tree
    }

    var company: JSONTree? {
        guard let told = told["company"].object else { return nil }
        var fields: JSONObject = ["tax_id_provided": .bool(told["tax_id"] != nil)]
        for field in told.members where field.key != "tax_id" {
            fields[field.key] = field.key == "address" ? Self.address(field.value) : field.value
        }
        return fields.tree
    }

    private static func address(_ told: JSONTree) -> JSONTree {
        var fields = BillingDetails.none["address"].object ?? JSONObject()
        if let told = told.object { fields.lay(told) }
        return fields.tree
    }
}

extension BankAccount: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "account": JSONTree(account), "account_holder_name": JSONTree(holderName),
            "account_holder_type": JSONTree(holderType), "account_type": JSONTree(accountType),
            "available_payout_methods": ["standard"], "bank_name": "STRIPE TEST BANK",
            "country": .string(country), "currency": JSONTree(currency),
            "default_for_currency": .bool(isDefault), "fingerprint": .string("fpbank\(last4)"),
            "last4": .string(last4), "metadata": JSONTree(metadata), "routing_number": .string(routingNumber),
            "status": .string(status),
        ]
    }
}

extension Capability: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "account": .string(account), "requested": .bool(isRequested),
            "requested_at": .integer(created.seconds), "status": .string(status.rawValue),
            "requirements": AccountShape.requirements(due: currentlyDue, pending: pendingVerification),
        ]
    }
}
