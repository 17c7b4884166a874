import Processor
import TextKit

extension EngineTransaction {
    /// Creates a tax id. If tax ids of this type can be verified, the returned tax id has the status
    /// `pending`.
    ///
    /// For a customer's tax id, the result of the verification is saved immediately and reported in a second
    /// event.
    func create(_ wanted: TaxID, by parameter: String = "value") throws -> TaxID {
        try require(
            TaxIDRules.isValid(wanted.value, for: wanted.type), "tax_id_invalid",
            "Invalid value for \(wanted.type).", parameter: parameter)
        var made = wanted
        made.id = try newID("txi")
        let (first, result) = TaxIDRules.verification(of: made.value, made.type)
        made.verification = first
        let written = try put(made)
        guard made.customer != nil else { return made }
        try emit("customer.tax_id.created", written)
        if let result {
            var verified = made
            verified.verification = result
            try emit("customer.tax_id.updated", put(verified))
        }
        return made
    }

    func delete(_ taxID: TaxID) throws -> JSONObject {
        let written = try encoded(taxID)
        if taxID.customer != nil { try emit("customer.tax_id.deleted", written) }
        try wipe(taxID.id)
        return TaxID.deleted(taxID.id)
    }

    /// Returns a JSON list of a customer's latest tax ids, newest first. The list contains at most 10 tax
    /// ids.
    func taxIDs(ofCustomer id: String) throws -> JSONObject {
        let found = try children(TaxID.self, of: id)
        return try latest(found, at: "/v1/customers/\(id)/tax_ids")
    }
}

extension TaxID: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        var owner: JSONObject = ["type": holder.rawValue]
        owner["customer"] = customer.map { .string($0) }
        owner["account"] = ownerAccount.map { .string($0) }
        let isVerified = verification == .verified
        return [
            "country": country, "created": created, "customer": customer, "livemode": false,
            "owner": owner.tree, "type": type, "value": value,
            "verification": [
                "status": .string(verification.rawValue),
                "verified_address": isVerified ? "123 TEST STREET" : .null,
                "verified_name": isVerified ? "TEST" : .null,
            ] as JSONTree,
        ]
    }
}
