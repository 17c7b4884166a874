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
            "future_requirements": AccountShape.noRequirements, "metadata": JSONTree(metadata),
            "payouts_enabled": .bool(payoutsEnabled), "requirements": shape.requirements,
            "settings": shape.settings, "tos_acceptance": shape.agreement,
            "type": .string(profile?.type ?? "express"),
        ]
        fields["individual"] = shape.individual
        fields["company"] = shape.company
        return fields
    }
}
