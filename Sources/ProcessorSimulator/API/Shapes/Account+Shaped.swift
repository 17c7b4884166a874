import Processor
import TimeKit

extension Account: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        let profile = try work.profile(of: id)
        let shape = AccountShape(account: self, profile: profile, work: work)
        var fields: JSONObject = [
            "business_profile": shape.businessProfile,
            "business_type": profile.map { $0.told["business_type"] } ?? "individual",
            "capabilities": shape.capabilities, "charges_enabled": .bool(chargesEnabled),
            "controller": shape.controller, "country": .text(country), "created": .integer(created.seconds),
            "default_currency": JSONValue(defaultCurrency), "details_submitted": .bool(detailsSubmitted),
            "email": JSONValue(email), "external_accounts": try shape.externalAccounts,
            "future_requirements": AccountShape.noRequirements, "metadata": JSONValue(metadata),
            "payouts_enabled": .bool(payoutsEnabled), "requirements": shape.requirements,
            "settings": shape.settings, "tos_acceptance": shape.agreement,
            "type": .text(profile?.type ?? "express"),
        ]
        fields["individual"] = shape.individual
        fields["company"] = shape.company
        return fields
    }
}
