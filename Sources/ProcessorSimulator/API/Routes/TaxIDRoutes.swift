import Processor
import TextKit

/// The routes of `/v1/tax_ids` and `/v1/customers/{customer}/tax_ids`.
///
/// Source: Stripe API reference, "Tax IDs".
enum TaxIDRoutes {
    static let all: [Route] = [
        .post(path, simulates: ["owner", "type", "value"]) { call in
            var taxID = try call.wantedTaxID(of: .own)
            try take(call["owner"], into: &taxID, call.work)
            return try call.shown(call.work.create(taxID))
        },
        .get(path, simulates: Filters.part.union(["owner"])) { call in
            var holder = TaxID(
                id: "", created: call.work.now, type: "", value: "", holder: .own, verification: .unavailable)
            try take(call["owner"], into: &holder, call.work)
            var filter: ListFilter = ["holder": holder.holder.rawValue]
            filter["customer"] = holder.customer
            filter["ownerAccount"] = holder.ownerAccount
            return try call.listed(TaxID.self, where: filter)
        },
        .one(one, TaxID.self),
        .delete(one) { call in try call.work.delete(call.object(TaxID.self)) },
        .post(ofCustomer, simulates: ["type", "value"]) { call in
            var taxID = try call.wantedTaxID(of: .customer)
            taxID.customer = try call.customerInPath().id
            return try call.shown(call.work.create(taxID))
        },
        .get(ofCustomer, simulates: Filters.part) { call in
            let filter = ["customer": try call.customerInPath().id]
            return try call.listed(TaxID.self, where: filter)
        },
        .get(oneOfCustomer) { call in try call.shown(call.taxIDInPath()) },
        .delete(oneOfCustomer) { call in try call.work.delete(call.taxIDInPath()) },
    ]

    private static let path = "/v1/tax_ids"
    private static let one = "/v1/tax_ids/{id}"
    private static let ofCustomer = "/v1/customers/{customer}/tax_ids"
    private static let oneOfCustomer = "/v1/customers/{customer}/tax_ids/{id}"

    /// Sets the owner of a tax id from the `owner` parameter. Does nothing if `owner` has no type, or has the
    /// type `self`.
    private static func take(_ owner: JSONTree, into taxID: inout TaxID, _ work: EngineTransaction) throws {
        switch owner["type"].string {
        case nil, "self": return
        case "customer":
            let id = try owner.required("customer", in: "owner")
            taxID.customer = try work.living(id, by: "owner[customer]").id
            taxID.holder = .customer
        case "account":
            let id = try owner.required("account", in: "owner")
            taxID.ownerAccount = try work.named(Account.self, id, by: "owner[account]").id
            taxID.holder = .account
        case .some(let type):
            throw ProcessorError.notSimulated(
                "owner[type]=\(type) is not simulated.",
                parameter: "owner[type]")
        }
    }
}

extension Call {
    fileprivate func wantedTaxID(of holder: TaxID.Holder) throws -> TaxID {
        TaxID(
            id: "", created: work.now, type: try required("type"),
            value: try required("value"), holder: holder, verification: .unavailable)
    }

    fileprivate func taxIDInPath() throws -> TaxID {
        let taxID = try object(TaxID.self, "id")
        guard taxID.customer == path("customer") else {
            throw ProcessorError.noSuch(TaxID.objectName, taxID.id)
        }
        return taxID
    }
}

extension Call {
    /// Returns the customer in the path. Throws an error if the customer does not exist or was deleted.
    func customerInPath() throws -> Customer {
        try work.living(path("customer"), by: nil)
    }

    /// Creates the tax ids in `tax_id_data` for a new customer.
    func createTaxIDs(of customer: Customer) throws {
        for (place, data) in self["tax_id_data"].elements.enumerated() {
            let name = "tax_id_data[\(place)]"
            let type = try data.required("type", in: name)
            let value = try data.required("value", in: name)
            _ = try work.create(
                TaxID(
                    id: "", created: work.now, type: type, value: value, holder: .customer,
                    customer: customer.id, verification: .unavailable), by: "\(name)[value]")
        }
    }
}
