import MoneyKit
import Processor
import TextKit
import TimeKit

extension Account: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        let profile = try work.profile(of: id)
        let shape = AccountShape(account: self, profile: profile, work: work)
        var fields: JSONObject = [
            "business_profile": shape.businessProfile,
            "business_type": profile.map { $0.told["business_type"] } ?? "individual",
            "capabilities": shape.capabilities, "charges_enabled": chargesEnabled,
            "controller": shape.controller, "country": country, "created": created,
            "default_currency": defaultCurrency, "details_submitted": detailsSubmitted,
            "email": email, "external_accounts": try shape.externalAccounts,
            "future_requirements": AccountShape.requirements(), "metadata": metadata,
            "payouts_enabled": payoutsEnabled, "requirements": shape.requirements,
            "settings": shape.settings, "tos_acceptance": shape.agreement,
            "type": profile?.type ?? "express",
        ]
        fields["individual"] = shape.individual?.tree
        fields["company"] = shape.company?.tree
        return fields
    }
}

/// The fields of an account in Stripe's JSON format.
///
/// Source: Stripe API reference, "The Account object".
struct AccountShape {
    var account: Account
    /// The details that the platform submitted; nil if the account was not created through the API.
    var profile: AccountProfile?
    var work: EngineTransaction

    private var submitted: JSONTree { profile?.told ?? .null }

    var businessProfile: JSONObject {
        var fields = submitted["business_profile"].fields
        fields["name"] = JSONTree(account.businessName)
        if let address = fields["support_address"] { fields["support_address"] = Self.address(address).tree }
        return work.complete(fields, as: "account_business_profile")
    }

    /// The status of each requested capability. An account that was not created through the API has both
    /// `card_payments` and `transfers`.
    var capabilities: JSONObject {
        let all = [("card_payments", account.cardPayments), ("transfers", account.transfers)]
        let shown = all.filter { profile?.requested.contains($0.0) ?? true }
        return JSONObject(shown.map { JSONTree.Member($0.0, .string($0.1.rawValue)) })
    }

    var controller: JSONObject {
        let parts = profile?.controller ?? .express
        return [
            "fees": ["payer": parts.feesPayer] as JSONObject, "is_controller": true,
            "losses": ["payments": parts.losses] as JSONObject, "requirement_collection": parts.collector,
            "stripe_dashboard": ["type": parts.dashboard] as JSONObject, "type": "application",
        ]
    }

    var externalAccounts: JSONObject {
        get throws {
            let banks = try work.bankAccounts(of: account.id)
            return try work.list(
                ListPage(banks.reversed(), hasMore: false), at: "/v1/accounts/\(account.id)/external_accounts"
            )
        }
    }

    var requirements: JSONObject {
        Self.requirements(
            due: account.currentlyDue, pending: account.pendingVerification, account.disabledReason,
            profile?.errors ?? [])
    }

    static func requirements(
        due: [String] = [], pending: [String] = [], _ disabledReason: String? = nil,
        _ errors: [VerificationFailure] = []
    ) -> JSONObject {
        [
            "alternatives": [] as JSONTree, "current_deadline": nil, "currently_due": due,
            "disabled_reason": disabledReason, "errors": errors.map(\.stripeJSON), "eventually_due": due,
            "past_due": due, "pending_verification": pending,
        ]
    }

    var settings: JSONObject {
        var fields: JSONObject = [
            "branding": ["icon": .null, "logo": .null, "primary_color": .null, "secondary_color": .null]
                as JSONTree,
            "card_payments": [
                "decline_on": ["avs_failure": false, "cvc_failure": false],
                "statement_descriptor_prefix": .null, "statement_descriptor_prefix_kana": .null,
                "statement_descriptor_prefix_kanji": .null,
            ] as JSONTree,
            "dashboard": ["display_name": account.businessName, "timezone": "Etc/UTC"] as JSONObject,
            "payments": [
                "statement_descriptor": .null, "statement_descriptor_kana": .null,
                "statement_descriptor_kanji": .null,
            ] as JSONTree,
            "payouts": ["debit_negative_balances": true, "statement_descriptor": .null] as JSONTree,
        ]
        fields.lay(submitted["settings"].fields)
        fields.lay(["payouts": ["schedule": schedule] as JSONObject])
        return fields
    }

    /// The payout schedule, with only the anchor that applies to its current interval.
    private var schedule: JSONObject {
        let known = profile?.schedule ?? PayoutSchedule(interval: .manual)
        var fields: JSONObject = [
            "delay_days": known.delayDays, "interval": known.interval.rawValue,
        ]
        fields["monthly_anchor"] = known.monthlyAnchor?.tree
        fields["weekly_anchor"] = known.weeklyAnchor?.tree
        return fields
    }

    var agreement: JSONObject {
        work.complete(submitted["tos_acceptance"].fields, as: "account_tos_acceptance")
    }

    /// The individual whose details the platform submitted. Nil if the platform submitted no individual, or
    /// if Stripe itself collects the details.
    var individual: JSONObject? {
        guard let person = submitted["individual"].object, profile?.controller.collector == "application"
        else { return nil }
        let isVerified = account.payoutsEnabled
        var fields: JSONObject = [
            "id": Person.individualID(of: account), "object": "person",
            "account": account.id, "created": account.created,
            "id_number_provided": person["id_number"] != nil,
            "ssn_last_4_provided": person["ssn_last_4"] != nil || person["id_number"] != nil,
            "verification": [
                "details": nil, "details_code": nil,
                "status": isVerified
                    ? "verified" : account.pendingVerification.isEmpty ? "unverified" : "pending",
            ] as JSONObject,
        ]
        for field in person.members where !["id_number", "ssn_last_4", "verification"].contains(field.key) {
            fields[field.key] = field.key == "address" ? Self.address(field.value).tree : field.value
        }
        return fields
    }

    var company: JSONObject? {
        guard let submitted = submitted["company"].object else { return nil }
        var fields: JSONObject = ["tax_id_provided": submitted["tax_id"] != nil]
        for field in submitted.members where field.key != "tax_id" {
            fields[field.key] = field.key == "address" ? Self.address(field.value).tree : field.value
        }
        return fields
    }

    private static func address(_ submitted: JSONTree) -> JSONObject {
        var fields = BillingDetails.none["address"].fields
        fields.lay(submitted.fields)
        return fields
    }
}

extension VerificationFailure {
    /// The failure in Stripe's JSON format.
    var stripeJSON: JSONObject {
        ["code": code, "reason": reason, "requirement": requirement]
    }
}

extension BankAccount: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "account": account, "account_holder_name": holderName,
            "account_holder_type": holderType, "account_type": accountType,
            "available_payout_methods": ["standard"], "bank_name": "STRIPE TEST BANK",
            "country": country, "currency": currency, "customer": customer,
            "default_for_currency": isDefault, "fingerprint": "fpbank\(last4)",
            "last4": last4, "metadata": metadata, "routing_number": routingNumber,
            "status": status,
        ]
    }
}

extension Capability: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "account": account, "requested": isRequested,
            "requested_at": isRequested ? created : nil,
            "status": isRequested ? status.rawValue : "unrequested",
            "requirements": AccountShape.requirements(
                due: currentlyDue, pending: pendingVerification,
                currentlyDue.isEmpty ? nil : "requirements.fields_needed"),
        ]
    }
}
