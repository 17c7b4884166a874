import Processor
import TextKit

/// The routes of `/v1/tax_ids` and `/v1/customers/{customer}/tax_ids`.
///
/// Source: Stripe API reference, "Tax IDs".
enum TaxIDRoutes {
    static let all: [Route] = [
        .post(path, simulates: ["owner", "type", "value"]) { call in
            var taxID = try wanted(call, of: .own)
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
            var taxID = try wanted(call, of: .customer)
            taxID.customer = try call.customerInPath().id
            return try call.shown(call.work.create(taxID))
        },
        .get(ofCustomer, simulates: Filters.part) { call in
            let filter = ["customer": try call.customerInPath().id]
            return try call.work.list(
                call.work.list(TaxID.self, call.listQuery(), where: filter), at: call.address)
        },
        .get(oneOfCustomer) { call in try call.shown(inPath(call)) },
        .delete(oneOfCustomer) { call in try call.work.delete(inPath(call)) },
    ]

    private static let path = "/v1/tax_ids"
    private static let one = "/v1/tax_ids/{id}"
    private static let ofCustomer = "/v1/customers/{customer}/tax_ids"
    private static let oneOfCustomer = "/v1/customers/{customer}/tax_ids/{id}"

    private static func wanted(_ call: Call, of holder: TaxID.Holder) throws -> TaxID {
        TaxID(
            id: "", created: call.work.now, type: try call.required("type"),
            value: try call.required("value"), holder: holder, verification: .unavailable)
    }

    /// Sets the owner of a tax id from the `owner` parameter. Does nothing if `owner` has no type, or has the
    /// type `self`.
    private static func take(_ owner: JSONTree, into taxID: inout TaxID, _ work: EngineTransaction) throws {
        switch owner["type"].string {
        case nil, "self": return
        case "customer":
            guard let id = owner["customer"].string else { throw ProcessorError.missing("owner[customer]") }
            taxID.customer = try work.living(id, by: "owner[customer]").id
            taxID.holder = .customer
        case "account":
            guard let id = owner["account"].string else { throw ProcessorError.missing("owner[account]") }
            taxID.ownerAccount = try work.named(Account.self, id, by: "owner[account]").id
            taxID.holder = .account
        case .some(let type):
            throw ProcessorError.invalid(
                "parameter_not_simulated", "owner[type]=\(type) is not simulated.",
                parameter: "owner[type]")
        }
    }

    private static func inPath(_ call: Call) throws -> TaxID {
        let taxID = try call.object(TaxID.self, "id")
        guard taxID.customer == call.path("customer") else {
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
            guard let type = data["type"].string else { throw ProcessorError.missing("\(name)[type]") }
            guard let value = data["value"].string else { throw ProcessorError.missing("\(name)[value]") }
            _ = try work.create(
                TaxID(
                    id: "", created: work.now, type: type, value: value, holder: .customer,
                    customer: customer.id, verification: .unavailable), by: "\(name)[value]")
        }
    }
}
