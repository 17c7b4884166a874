import Processor
import TextKit
import TimeKit

/// The resources of Stripe Financial Connections. A new session immediately links a test account, without
/// showing a page.
///
/// Source: Stripe API reference, "Financial Connections"; documentation, "Testing Financial Connections".
enum BankRecords {
    static let all: [RecordedResource] = [
        RecordedResource(
            type: "financial_connections.session", prefix: "fcsess",
            path: "/v1/financial_connections/sessions",
            complete: { call, session in
                session["client_secret"] = .string(try call.work.newID("fcsess") + "_secret_test")
                session["accounts"] = [
                    "object": "list", "data": [try call.link().tree], "has_more": false, "url": .string(path),
                ]
            }),
        RecordedResource(type: account, prefix: "fca", path: path, actions: actions),
        RecordedResource(
            type: "financial_connections.transaction", prefix: "fctxn",
            path: "/v1/financial_connections/transactions"),
    ]

    /// The operation that lists the owners of an account.
    static let owners = Route.get(one + "/owners", simulates: Filters.part.union(["ownership"])) { call in
        let found = try call.work.named(account, call.path())
        let ownership = try call.required("ownership")
        guard try found.fields["ownership"]?.string == ownership else {
            throw ProcessorError.noSuch(
                "financial_connections.account_ownership", ownership, parameter: "ownership")
        }
        let owner: JSONObject = [
            "id": "fcaown_" + ownership.dropFirst("fcaowns_".count),
            "object": "financial_connections.account_owner", "email": "owner@example.com",
            "name": "Test Owner", "ownership": ownership, "phone": nil, "raw_address": nil,
            "refreshed_at": found.created,
        ]
        return try call.part(of: [owner])
    }

    fileprivate static let account = "financial_connections.account"
    private static let path = "/v1/financial_connections/accounts"
    private static let one = "/v1/financial_connections/accounts/{account}"

    private static let actions: [RecordedResource.Action] = [
        .init(path: one + "/disconnect", changes: ["status": "disconnected"], event: "disconnected"),
        .init(path: one + "/refresh", from: ["active"], uses: ["features"]) { call, fields in
            for feature in call["features"].elements.compactMap(\.string) {
                let name = feature == "transactions" ? "transaction_refresh" : "\(feature)_refresh"
                var refresh = RecordTemplate.fields("\(account) \(name)") ?? JSONObject()
                refresh["status"] = "succeeded"
                refresh["last_attempted_at"] = .integer(call.work.now.seconds)
                if refresh["id"] != nil { refresh["id"] = .string(try call.work.newID("fctxnref")) }
                fields[name] = refresh.tree
            }
        },
        .init(path: one + "/subscribe", from: ["active"], uses: ["features"]) { call, fields in
            let known = fields["subscriptions"]?.elements ?? []
            fields["subscriptions"] = .array(known + call["features"].elements.filter { !known.contains($0) })
        },
        .init(path: one + "/unsubscribe", uses: ["features"]) { call, fields in
            let unwanted = call["features"].elements
            fields["subscriptions"] = .array(
                (fields["subscriptions"]?.elements ?? []).filter { !unwanted.contains($0) })
        },
    ]
}

extension Call {
    /// Creates the test account that is linked by a new session, and returns it in Stripe's JSON format.
    fileprivate func link() throws -> JSONObject {
        let holder = self["account_holder"]
        for type in ["customer", "account"] {
            guard let id = holder[type].string else { continue }
            _ = try work.stripeJSON(type, id: id, by: "account_holder[\(type)]")
        }
        var fields = RecordTemplate.object(BankRecords.account)
        RecordTemplate.lay(
            ["account_holder": holder, "permissions": self["permissions"]], over: &fields,
            at: BankRecords.account)
        fields.lay([
            "display_name": "Success", "institution_name": "Test Institution", "last4": "6789",
            "ownership": try work.newID("fcaowns"),
            "supported_payment_method_types": ["us_bank_account"] as JSONTree,
        ])
        let linked = try work.record(BankRecords.account, prefix: "fca", fields)
        try work.announce(linked, "created")
        return try work.stripeJSON(linked)
    }
}
