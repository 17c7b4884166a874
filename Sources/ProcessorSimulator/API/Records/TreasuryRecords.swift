import Processor
import TextKit
import TimeKit

/// The resources of Stripe Treasury. Only Treasury's own money movements change the balances of its accounts.
/// Charges and payouts do not.
///
/// Source: Stripe API reference, "Treasury"; documentation, "Money movement".
enum TreasuryRecords {
    static let all: [RecordedResource] = [
        RecordedResource(
            type: account, prefix: "fa", path: "/v1/treasury/financial_accounts",
            initial: [
                "country": "US", "status": "open",
                "balance": [
                    "cash": ["usd": 0], "inbound_pending": ["usd": 0], "outbound_pending": ["usd": 0],
                ] as JSONTree,
            ],
            complete: { call, fields in
                fields["features"] = features(call["features"].object ?? JSONObject(), over: nil)
            },
            completeUpdate: { call, fields in
                guard let given = call["features"].object else { return }
                fields["features"] = features(given, over: fields["features"]?.object)
            },
            actions: [
                .init(
                    path: "/v1/treasury/financial_accounts/{financial_account}/close", from: ["open"],
                    changes: ["status": "closed"], event: "closed"
                ) { call, fields in
                    let balances = fields["balance"]?.object?.members.compactMap(\.value.object) ?? []
                    guard balances.flatMap(\.members).allSatisfy({ $0.value == 0 }) else {
                        throw ProcessorError.invalid(
                            "A financial account can be closed only if its balances are 0.")
                    }
                }
            ]),
        flow(
            "inbound_transfer", prefix: "ibt", initial: ["status": "processing", "cancelable": true],
            .inbound,
            actions: [
                ends(
                    "inbound_transfer", "{inbound_transfer}/cancel", isHelper: false, "canceled",
                    .cancelInbound),
                ends("inbound_transfer", "{id}/fail", "failed", .cancelInbound),
                ends("inbound_transfer", "{id}/succeed", "succeeded", .finishInbound),
                .init(
                    path: helper + "inbound_transfers/{id}/return", from: ["succeeded"],
                    complete: { call, fields in
                        guard fields["returned"] != true else {
                            throw ProcessorError.invalid(
                                "The inbound transfer \(call.path()) was already returned.")
                        }
                        fields["returned"] = true
                        try post(.debit, call, fields, "inbound_transfer_return")
                    }),
            ]),
        outbound("outbound_payment", prefix: "obp", placeholder: "{id}"),
        outbound("outbound_transfer", prefix: "obt", placeholder: "{outbound_transfer}"),
        flow("received_credit", prefix: "rc", initial: ["status": "succeeded"], .credit, isReceived: true),
        flow("received_debit", prefix: "rd", initial: ["status": "succeeded"], .debit, isReceived: true),
        reversal("credit_reversal", prefix: "credrev", of: "received_credit", .debit),
        reversal("debit_reversal", prefix: "debrev", of: "received_debit", .credit),
        RecordedResource(type: transaction, prefix: "trxn", path: "/v1/treasury/transactions"),
        RecordedResource(type: entry, prefix: "trxne", path: "/v1/treasury/transaction_entries"),
    ]

    /// The routes that retrieve and update the features of a financial account.
    static let featureRoutes: [Route] = [
        .get(path) { call in try shownFeatures(call.work.named(account, call.path())) },
        .post(path, simulates: StripeSpec.parameterNames(of: "POST " + path)) { call in
            let object = try openAccount(call.path(), call)
            var fields = try object.fields
            fields["features"] = features(call.parameters, over: fields["features"]?.object)
            return try shownFeatures(call.work.change(object, to: fields, event: "features_status_updated"))
        },
    ]

    /// The effect of a flow, such as an outbound payment, on the balances of its account. The change in each
    /// balance is the flow's amount multiplied by the factor for that balance.
    struct Impact: Sendable {
        var cash: Int64 = 0
        var inbound: Int64 = 0
        var outbound: Int64 = 0

        /// Returns the changes in the balances that a flow of `amount` causes, in Stripe's JSON format.
        func json(_ amount: Int64) -> JSONTree {
            [
                "cash": .integer(cash * amount), "inbound_pending": .integer(inbound * amount),
                "outbound_pending": .integer(outbound * amount),
            ]
        }

        static let credit = Impact(cash: 1)
        static let debit = Impact(cash: -1)
        static let inbound = Impact(inbound: 1)
        static let finishInbound = Impact(cash: 1, inbound: -1)
        static let cancelInbound = Impact(inbound: -1)
        static let outbound = Impact(cash: -1, outbound: 1)
        static let finishOutbound = Impact(outbound: -1)
        static let cancelOutbound = Impact(cash: 1, outbound: -1)
    }

    private static let account = "treasury.financial_account"
    private static let transaction = "treasury.transaction"
    private static let entry = "treasury.transaction_entry"
    private static let featureType = "treasury.financial_account_features"
    private static let path = "/v1/treasury/financial_accounts/{financial_account}/features"
    private static let helper = "/v1/test_helpers/treasury/"

    private static func flow(
        _ name: String, prefix: String, initial: JSONObject, _ impact: Impact, isReceived: Bool = false,
        actions: [RecordedResource.Action] = []
    ) -> RecordedResource {
        RecordedResource(
            type: "treasury.\(name)", prefix: prefix, path: "/v1/treasury/\(name)s",
            creationPath: isReceived ? "\(helper)\(name)s" : nil, initial: initial,
            references: [
                .init(parameter: "financial_account", type: account),
                .init(parameter: "customer", type: "customer"),
                .init(parameter: "origin_payment_method", type: "payment_method"),
                .init(parameter: "destination_payment_method", type: "payment_method"),
            ],
            uses: ["destination_payment_method_data", "destination_payment_method_options"],
            complete: { call, fields in
                try RecordedAmount.check(fields["amount"]?.integer ?? 0)
                let used = try openAccount(call.required("financial_account"), call)
                guard
                    try used.fields["supported_currencies"]?.elements.contains(fields["currency"] ?? .null)
                        ?? false
                else {
                    throw ProcessorError.invalid(
                        "The financial account does not support this currency.", parameter: "currency")
                }
                if fields["expected_arrival_date"] != nil {
                    fields["expected_arrival_date"] = .integer(call.work.now.adding(seconds: 86_400).seconds)
                }
                try move(impact, call, fields)
            },
            whenCreated: { call, object in try book(object, impact, call) }, actions: actions)
    }

    private static func outbound(_ name: String, prefix: String, placeholder: String) -> RecordedResource {
        flow(
            name, prefix: prefix, initial: ["status": "processing", "cancelable": true], .outbound,
            actions: [
                ends(name, "\(placeholder)/cancel", isHelper: false, "canceled", .cancelOutbound),
                ends(name, "\(placeholder)/fail", "failed", .cancelOutbound),
                ends(name, "\(placeholder)/post", "posted", .finishOutbound),
                .init(
                    path: "\(helper)\(name)s/\(placeholder)/return", from: ["processing", "posted"],
                    uses: ["returned_details"], event: "returned"
                ) { call, fields in
                    let wasPosted = fields["status"] == "posted"
                    fields["status"] = "returned"
                    fields["cancelable"] = false
                    setTime("returned_at", call, &fields)
                    fields["returned_details"] = [
                        "code": .string(call["returned_details"]["code"].string ?? "other"),
                        "transaction": fields["transaction"] ?? .null,
                    ]
                    try post(wasPosted ? .credit : .cancelOutbound, call, fields, "\(name)_return")
                    if !wasPosted { try settle(fields, isPosted: false, call) }
                },
                .init(
                    path: "\(helper)\(name)s/\(placeholder)", from: ["processing", "posted"],
                    uses: ["tracking_details"], event: "tracking_details_updated"
                ) { call, fields in
                    RecordTemplate.lay(call.parameters, over: &fields, at: "treasury.\(name)")
                },
            ])
    }

    private static func setTime(_ name: String, _ call: Call, _ fields: inout JSONObject) {
        guard var times = fields["status_transitions"]?.object, times[name] != nil else { return }
        times[name] = .integer(call.work.now.seconds)
        fields["status_transitions"] = times.tree
    }

    /// Returns the operation that ends a flow whose status is `processing`.
    private static func ends(
        _ name: String, _ rest: String, isHelper: Bool = true, _ status: String, _ impact: Impact
    ) -> RecordedResource.Action {
        .init(
            path: "\(isHelper ? helper : "/v1/treasury/")\(name)s/\(rest)", from: ["processing"],
            uses: name == "inbound_transfer" && status == "failed" ? ["failure_details"] : [],
            changes: ["status": .string(status) as JSONTree, "cancelable": false], event: status
        ) { call, fields in
            if let details = call["failure_details"].object {
                fields["failure_details"] = details.tree
            } else if status == "failed", fields["failure_details"] != nil {
                fields["failure_details"] = ["code": "other"]
            }
            setTime("\(status)_at", call, &fields)
            let parts = ["canceled": "_cancellation", "failed": "_failure", "posted": "_posting"]
            let isInbound = name == "inbound_transfer"
            try post(
                impact, call, fields,
                isInbound ? (status == "succeeded" ? name : "\(name)_return") : name + (parts[status] ?? ""))
            try settle(fields, isPosted: ["posted", "succeeded"].contains(status), call)
        }
    }

    /// Sets the final status of a flow's transaction: posted, or void if no money moved.
    private static func settle(_ flow: JSONObject, isPosted: Bool, _ call: Call) throws {
        guard let booked = try call.work.recorded(transaction, flow["transaction"]?.string) else { return }
        var booking = try booked.fields
        booking["status"] = isPosted ? "posted" : "void"
        setTime(isPosted ? "posted_at" : "void_at", call, &booking)
        try call.work.change(booked, to: booking)
    }

    private static func reversal(
        _ name: String, prefix: String, of received: String, _ impact: Impact
    ) -> RecordedResource {
        RecordedResource(
            type: "treasury.\(name)", prefix: prefix, path: "/v1/treasury/\(name)s",
            initial: ["status": "processing"],
            references: [.init(parameter: received, type: "treasury.\(received)")],
            complete: { call, fields in
                let id = try call.required(received)
                let original = try call.work.recorded("treasury.\(received)", id)?.fields ?? JSONObject()
                guard original["linked_flows"]?[name].isNull == true else {
                    throw ProcessorError.invalid("\(id) was already reversed.", parameter: received)
                }
                for name in ["amount", "currency", "financial_account", "network"] {
                    fields[name] = original[name]
                }
                _ = try openAccount(original["financial_account"]?.string ?? "", call)
                try move(impact, call, fields)
            },
            whenCreated: { call, object in
                try book(object, impact, call)
                guard let original = try call.work.recorded("treasury.\(received)", call[received].string)
                else {
                    return
                }
                var fields = try original.fields
                var flows = fields["linked_flows"]?.object ?? JSONObject()
                flows[name] = .string(object.id)
                fields["linked_flows"] = flows.tree
                try call.work.change(original, to: fields, event: nil)
            })
    }

    private static func openAccount(_ id: String, _ call: Call) throws -> RecordedObject {
        let found = try call.work.named(account, id)
        guard try found.fields["status"] == "open" else {
            throw ProcessorError.invalid("The financial account \(id) is closed.")
        }
        return found
    }

    private static func shownFeatures(_ object: RecordedObject) throws -> JSONTree {
        try object.fields["features"] ?? .null
    }

    /// Returns an account's features, updated with the features that a request sets.
    private static func features(_ given: JSONObject, over known: JSONObject?) -> JSONTree {
        var features = known ?? RecordTemplate.fields(featureType) ?? JSONObject()
        features["object"] = .string(featureType)
        RecordTemplate.lay(given, over: &features, at: featureType)
        return features.tree
    }

    /// Changes the balances of a flow's account.
    ///
    /// - Throws: ``ProcessorError`` with status 400 if the account is closed, or has less cash than the flow
    ///   takes.
    private static func move(_ impact: Impact, _ call: Call, _ flow: JSONObject) throws {
        guard let amount = flow["amount"]?.integer, let id = flow["financial_account"]?.string,
            let currency = flow["currency"]?.string
        else { return }
        let object = try openAccount(id, call)
        var fields = try object.fields
        var balance = fields["balance"]?.object ?? JSONObject()
        for (name, factor) in [
            ("cash", impact.cash), ("inbound_pending", impact.inbound), ("outbound_pending", impact.outbound),
        ] {
            var part = balance[name]?.object ?? JSONObject()
            let (sum, hasOverflown) = (part[currency]?.integer ?? 0).addingReportingOverflow(factor * amount)
            guard !hasOverflown, name != "cash" || factor >= 0 || sum >= 0 else {
                throw ProcessorError.invalid(
                    "insufficient_funds",
                    "The financial account \(id) does not have enough funds for this amount.",
                    parameter: "amount")
            }
            part[currency] = .integer(sum)
            balance[name] = part.tree
        }
        fields["balance"] = balance.tree
        try call.work.change(object, to: fields, event: nil)
    }

    /// Changes the balances of a flow's account, and adds an entry to the flow's transaction.
    ///
    /// - Parameter type: The type of the entry.
    private static func post(_ impact: Impact, _ call: Call, _ flow: JSONObject, _ type: String) throws {
        try move(impact, call, flow)
        guard let booked = try call.work.recorded(transaction, flow["transaction"]?.string) else { return }
        try add(impact, flow["amount"]?.integer ?? 0, type, to: booked, call)
    }

    private static func add(
        _ impact: Impact, _ amount: Int64, _ type: String, to booked: RecordedObject, _ call: Call
    ) throws {
        let booking = try booked.fields
        var line = RecordTemplate.fields(entry) ?? JSONObject()
        for name in ["currency", "financial_account", "flow", "flow_type"] { line[name] = booking[name] }
        line["balance_impact"] = impact.json(amount)
        line["effective_at"] = .integer(call.work.now.seconds)
        line["transaction"] = .string(booked.id)
        line["type"] = .string(type)
        _ = try call.work.record(entry, prefix: "trxne", line)
    }

    /// Records the transaction and the transaction entry for a new money movement, which Treasury calls a
    /// flow.
    private static func book(_ flow: RecordedObject, _ impact: Impact, _ call: Call) throws {
        var fields = try flow.fields
        let amount = fields["amount"]?.integer ?? 0
        let kind = String(flow.type.dropFirst("treasury.".count))
        var booking = RecordTemplate.fields(transaction) ?? JSONObject()
        booking["amount"] = .integer((impact.cash + impact.inbound) * amount)
        booking["balance_impact"] = impact.json(amount)
        for name in ["currency", "financial_account"] { booking[name] = fields[name] }
        booking["description"] = .string(fields["description"]?.string ?? kind)
        booking["flow"] = .string(flow.id)
        booking["flow_type"] = .string(kind)
        let isPosted = impact.inbound == 0 && impact.outbound == 0
        booking["status"] = isPosted ? "posted" : "open"
        if isPosted { setTime("posted_at", call, &booking) }
        let booked = try call.work.record(transaction, prefix: "trxn", booking)
        try add(impact, amount, kind, to: booked, call)
        try call.work.announce(booked, "created")
        fields["transaction"] = .string(booked.id)
        try call.work.change(flow, to: fields, event: nil)
    }
}
