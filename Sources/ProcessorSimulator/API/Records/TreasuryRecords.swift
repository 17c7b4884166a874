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
                fields["features"] = features(call["features"].fields, over: nil)
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
                    try require(
                        balances.flatMap(\.members).allSatisfy({ $0.value == 0 }),
                        "A financial account can be closed only if its balances are 0.")
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
                        try require(
                            fields["returned"] != true,
                            "The inbound transfer \(call.path()) was already returned.")
                        fields["returned"] = true
                        try call.post(.debit, fields, "inbound_transfer_return")
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
            let object = try call.openAccount(call.path())
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
        func json(_ amount: Int64) -> JSONObject {
            [
                "cash": cash * amount, "inbound_pending": inbound * amount,
                "outbound_pending": outbound * amount,
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

    fileprivate static let account = "treasury.financial_account"
    fileprivate static let transaction = "treasury.transaction"
    fileprivate static let entry = "treasury.transaction_entry"
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
                let used = try call.openAccount(call.required("financial_account"))
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
                try call.move(impact, fields)
            },
            whenCreated: { call, object in try call.book(object, impact) }, actions: actions)
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
                    call.setTime("returned_at", &fields)
                    fields["returned_details"] = [
                        "code": .string(call["returned_details"]["code"].string ?? "other"),
                        "transaction": fields["transaction"] ?? .null,
                    ]
                    try call.post(wasPosted ? .credit : .cancelOutbound, fields, "\(name)_return")
                    if !wasPosted { try call.settle(fields, isPosted: false) }
                },
                .init(
                    path: "\(helper)\(name)s/\(placeholder)", from: ["processing", "posted"],
                    uses: ["tracking_details"], event: "tracking_details_updated"
                ) { call, fields in
                    RecordTemplate.lay(call.parameters, over: &fields, at: "treasury.\(name)")
                },
            ])
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
            call.setTime("\(status)_at", &fields)
            let parts = ["canceled": "_cancellation", "failed": "_failure", "posted": "_posting"]
            let isInbound = name == "inbound_transfer"
            try call.post(
                impact, fields,
                isInbound ? (status == "succeeded" ? name : "\(name)_return") : name + (parts[status] ?? ""))
            try call.settle(fields, isPosted: ["posted", "succeeded"].contains(status))
        }
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
                try require(
                    original["linked_flows"]?[name].isNull == true, "\(id) was already reversed.",
                    parameter: received)
                for name in ["amount", "currency", "financial_account", "network"] {
                    fields[name] = original[name]
                }
                _ = try call.openAccount(original["financial_account"]?.string ?? "")
                try call.move(impact, fields)
            },
            whenCreated: { call, object in
                try call.book(object, impact)
                guard let original = try call.work.recorded("treasury.\(received)", call[received].string)
                else {
                    return
                }
                var fields = try original.fields
                fields[object: "linked_flows"][name] = .string(object.id)
                try call.work.change(original, to: fields, event: nil)
            })
    }

    private static func shownFeatures(_ object: RecordedObject) throws -> JSONObject {
        try object.fields["features"]?.object ?? [:]
    }

    /// Returns an account's features, updated with the features that a request sets.
    private static func features(_ given: JSONObject, over known: JSONObject?) -> JSONTree {
        var features = known ?? RecordTemplate.object(featureType)
        features["object"] = .string(featureType)
        RecordTemplate.lay(given, over: &features, at: featureType)
        return features.tree
    }
}

extension Call {
    fileprivate func setTime(_ name: String, _ fields: inout JSONObject) {
        guard var times = fields["status_transitions"]?.object, times[name] != nil else { return }
        times[name] = .integer(work.now.seconds)
        fields["status_transitions"] = times.tree
    }

    /// Sets the final status of a flow's transaction: posted, or void if no money moved.
    fileprivate func settle(_ flow: JSONObject, isPosted: Bool) throws {
        guard let booked = try work.recorded(TreasuryRecords.transaction, flow["transaction"]?.string) else {
            return
        }
        var booking = try booked.fields
        booking["status"] = isPosted ? "posted" : "void"
        setTime(isPosted ? "posted_at" : "void_at", &booking)
        try work.change(booked, to: booking)
    }

    fileprivate func openAccount(_ id: String) throws -> RecordedObject {
        let found = try work.named(TreasuryRecords.account, id)
        try require(
            found.fields["status"] == "open", "The financial account \(id) is closed.")
        return found
    }

    /// Changes the balances of a flow's account.
    ///
    /// - Throws: ``ProcessorError`` with status 400 if the account is closed, or has less cash than the flow
    ///   takes.
    fileprivate func move(_ impact: TreasuryRecords.Impact, _ flow: JSONObject) throws {
        guard let amount = flow["amount"]?.integer, let id = flow["financial_account"]?.string,
            let currency = flow["currency"]?.string
        else { return }
        let object = try openAccount(id)
        var fields = try object.fields
        for (name, factor) in [
            ("cash", impact.cash), ("inbound_pending", impact.inbound), ("outbound_pending", impact.outbound),
        ] {
            let known = fields[object: "balance"][object: name][currency]?.integer ?? 0
            let (sum, hasOverflown) = known.addingReportingOverflow(factor * amount)
            guard !hasOverflown, name != "cash" || factor >= 0 || sum >= 0 else {
                throw ProcessorError.invalid(
                    "insufficient_funds",
                    "The financial account \(id) does not have enough funds for this amount.",
                    parameter: "amount")
            }
            fields[object: "balance"][object: name][currency] = .integer(sum)
        }
        try work.change(object, to: fields, event: nil)
    }

    /// Changes the balances of a flow's account, and adds an entry to the flow's transaction.
    ///
    /// - Parameter type: The type of the entry.
    fileprivate func post(_ impact: TreasuryRecords.Impact, _ flow: JSONObject, _ type: String) throws {
        try move(impact, flow)
        guard let booked = try work.recorded(TreasuryRecords.transaction, flow["transaction"]?.string) else {
            return
        }
        try add(impact, flow["amount"]?.integer ?? 0, type, to: booked)
    }

    fileprivate func add(
        _ impact: TreasuryRecords.Impact, _ amount: Int64, _ type: String, to booked: RecordedObject
    ) throws {
        let booking = try booked.fields
        var line = RecordTemplate.object(TreasuryRecords.entry)
        for name in ["currency", "financial_account", "flow", "flow_type"] { line[name] = booking[name] }
        line["balance_impact"] = impact.json(amount).tree
        line["effective_at"] = .integer(work.now.seconds)
        line["transaction"] = .string(booked.id)
        line["type"] = .string(type)
        _ = try work.record(TreasuryRecords.entry, prefix: "trxne", line)
    }

    /// Records the transaction and the transaction entry for a new money movement, which Treasury calls a
    /// flow.
    fileprivate func book(_ flow: RecordedObject, _ impact: TreasuryRecords.Impact) throws {
        var fields = try flow.fields
        let amount = fields["amount"]?.integer ?? 0
        let kind = String(flow.type.dropFirst("treasury.".count))
        var booking = RecordTemplate.object(TreasuryRecords.transaction)
        booking["amount"] = .integer((impact.cash + impact.inbound) * amount)
        booking["balance_impact"] = impact.json(amount).tree
        for name in ["currency", "financial_account"] { booking[name] = fields[name] }
        booking["description"] = .string(fields["description"]?.string ?? kind)
        booking["flow"] = .string(flow.id)
        booking["flow_type"] = .string(kind)
        let isPosted = impact.inbound == 0 && impact.outbound == 0
        booking["status"] = isPosted ? "posted" : "open"
        if isPosted { setTime("posted_at", &booking) }
        let booked = try work.record(TreasuryRecords.transaction, prefix: "trxn", booking)
        try add(impact, amount, kind, to: booked)
        try work.announce(booked, "created")
        fields["transaction"] = .string(booked.id)
        try work.change(flow, to: fields, event: nil)
    }
}
