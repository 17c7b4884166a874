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
                    "object": "list", "data": [try link(call)], "has_more": false, "url": .string(path),
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
        let owner: JSONTree = [
            "id": .string("fcaown_" + ownership.dropFirst("fcaowns_".count)),
            "object": "financial_connections.account_owner", "email": "owner@example.com",
            "name": "Test Owner", "ownership": .string(ownership), "phone": .null, "raw_address": .null,
            "refreshed_at": .integer(found.created.seconds),
        ]
        return try call.part(of: [owner], at: call.address)
    }

    private static let account = "financial_connections.account"
    private static let path = "/v1/financial_connections/accounts"
    private static let one = "/v1/financial_connections/accounts/{account}"

    /// Creates the test account that is linked by a new session, and returns it in Stripe's JSON format.
    private static func link(_ call: Call) throws -> JSONTree {
        let holder = call["account_holder"]
        for type in ["customer", "account"] {
            guard let id = holder[type].string else { continue }
            _ = try call.work.stripeJSON(type, id: id, by: "account_holder[\(type)]")
        }
        var fields = RecordTemplate.fields(account) ?? JSONObject()
        RecordTemplate.lay(
            ["account_holder": holder, "permissions": call["permissions"]], over: &fields, at: account)
        fields.lay([
            "display_name": "Success", "institution_name": "Test Institution", "last4": "6789",
            "ownership": try call.work.newID("fcaowns"),
            "supported_payment_method_types": ["us_bank_account"] as JSONTree,
        ])
        let linked = try call.work.record(account, prefix: "fca", fields)
        try call.work.announce(linked, "created")
        return try call.work.stripeJSON(linked)
    }

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
