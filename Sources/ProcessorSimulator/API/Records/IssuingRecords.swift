import MoneyKit
import Processor
import TextKit
import TimeKit

/// The resources of Stripe Issuing. Authorizations do not change any balance.
///
/// Source: Stripe API reference, "Issuing"; documentation, "Test your Issuing integration".
enum IssuingRecords {
    static let all: [RecordedResource] = [
        RecordedResource(
            type: "issuing.cardholder", prefix: "ich", path: "/v1/issuing/cardholders",
            initial: ["type": "individual"]),
        RecordedResource(
            type: "issuing.card", prefix: "ic", path: "/v1/issuing/cards",
            initial: ["brand": "Visa", "exp_month": 12, "last4": "4242", "status": "inactive"],
            references: [
                .init(parameter: "cardholder", type: "issuing.cardholder", isWhole: true),
                .init(parameter: "replacement_for", type: "issuing.card"),
                .init(parameter: "personalization_design", type: design),
            ],
            uses: ["pin"],
            complete: { call, card in
                _ = try call.required("cardholder")
                try call.layCurrency("currency", over: &card)
                if call["exp_year"].integer == nil { card["exp_year"] = .integer(call.work.year + 3) }
            }, actions: shipping),
        RecordedResource(
            type: authorization, prefix: "iauth", path: authorizations,
            creationPath: helper + "authorizations",
            initial: ["status": "pending", "approved": true],
            references: [.init(parameter: "card", type: "issuing.card", isWhole: true)],
            uses: ["fraud_disputability_likelihood", "is_amount_controllable", "risk_assessment"],
            complete: { call, fields in
                try RecordedAmount.check(fields["amount"]?.integer ?? 0)
                try call.layCurrency("currency", over: &fields)
                try call.layCurrency("merchant_currency", over: &fields)
                let card = fields["card"] ?? .null
                fields["cardholder"] = card["cardholder"]["id"]
                if fields["currency"] == "" { fields["currency"] = card["currency"] }
                if fields["merchant_currency"] == "" { fields["merchant_currency"] = fields["currency"] }
                if fields["merchant_amount"] == 0 { fields["merchant_amount"] = fields["amount"] }
                guard card["status"] != "active" else { return }
                fields["approved"] = false
                fields["status"] = "closed"
            }, actions: decisions),
        RecordedResource(
            type: transaction, prefix: "ipi", path: "/v1/issuing/transactions",
            actions: [
                .init(
                    path: "/v1/test_helpers/issuing/transactions/{transaction}/refund",
                    uses: ["refund_amount"]
                ) {
                    call, fields in
                    let earlier = try call.work.children(RecordedObject.self, of: call.path())
                        .reduce(0) { $0 + (try $1.fields["amount"]?.integer ?? 0) }
                    let rest = -(fields["amount"]?.integer ?? 0) - earlier
                    let amount = call["refund_amount"].integer ?? rest
                    try RecordedAmount.check(amount, atMost: rest, "refund_amount")
                    var refund = fields
                    refund["amount"] = .integer(amount)
                    refund["merchant_amount"] = .integer(amount)
                    refund["type"] = "refund"
                    let made = try call.work.record(transaction, prefix: "ipi", refund, parent: call.path())
                    try call.work.announce(made, "created")
                }
            ]),
        RecordedResource(
            type: "issuing.dispute", prefix: "idp", path: "/v1/issuing/disputes",
            initial: ["status": "unsubmitted", "currency": "usd"],
            references: [.init(parameter: "transaction", type: transaction)],
            complete: { call, dispute in
                let disputed = try call.work.recorded(transaction, call.required("transaction"))
                guard let fields = try disputed?.fields else { return }
                let disputable = abs(fields["amount"]?.integer ?? 0)
                let amount = call["amount"].integer ?? disputable
                try RecordedAmount.check(amount, atMost: disputable)
                dispute["amount"] = .integer(amount)
                dispute["currency"] = fields["currency"]
            },
            completeUpdate: { call, dispute in
                let id = dispute["transaction"]?.string ?? ""
                guard let amount = call["amount"].integer,
                    let fields = try call.work.recorded(transaction, id)?.fields
                else { return }
                try RecordedAmount.check(amount, atMost: abs(fields["amount"]?.integer ?? 0))
            },
            actions: [
                .init(
                    path: "/v1/issuing/disputes/{dispute}/submit", from: ["unsubmitted"],
                    changes: ["status": "submitted"], event: "submitted")
            ]),
        RecordedResource(
            type: design, prefix: "ipd", path: "/v1/issuing/personalization_designs",
            initial: ["status": "review"],
            uses: ["transfer_lookup_key"],
            complete: { call, _ in
                _ = try bundles.object(call.required("physical_bundle"), by: "physical_bundle")
            },
            completeUpdate: { call, _ in
                guard let id = call["physical_bundle"].string else { return }
                _ = try bundles.object(id, by: "physical_bundle")
            },
            actions: [
                .init(
                    path: helper + "personalization_designs/{personalization_design}/activate",
                    changes: ["status": "active"], event: "activated"),
                .init(
                    path: helper + "personalization_designs/{personalization_design}/deactivate",
                    changes: ["status": "inactive"], event: "deactivated"),
                .init(
                    path: helper + "personalization_designs/{personalization_design}/reject",
                    uses: ["rejection_reasons"], changes: ["status": "rejected"], event: "rejected"
                ) { call, design in
                    RecordTemplate.lay(call.parameters, over: &design, at: "issuing.personalization_design")
                },
            ]),
        RecordedResource(type: "issuing.token", prefix: "intok", path: "/v1/issuing/tokens"),
    ]

    /// The physical bundle that every account has.
    static let bundles = FixedObjects(
        path: "/v1/issuing/physical_bundles", type: "issuing.physical_bundle",
        objects: [
            (
                "ics_standard",
                [
                    "features": [
                        "card_logo": "unsupported", "carrier_text": "optional", "second_line": "unsupported",
                    ]
                        as JSONTree,
                    "livemode": false, "name": "Standard", "status": "active", "type": "standard",
                ]
            )
        ])

    /// The test-mode operations that create transactions without an authorization.
    static let transactions: [Route] = [
        made("create_force_capture", type: "capture", sign: -1),
        made("create_unlinked_refund", type: "refund", sign: 1),
    ]

    private static let authorization = "issuing.authorization"
    private static let transaction = "issuing.transaction"
    private static let design = "issuing.personalization_design"
    private static let authorizations = "/v1/issuing/authorizations"
    private static let helper = "/v1/test_helpers/issuing/"
    private static let onAuthorization = helper + "authorizations/{authorization}/"

    /// Returns the route that creates an Issuing transaction that is not linked to an authorization.
    private static func made(_ name: String, type: String, sign: Int64) -> Route {
        .post(
            "\(helper)transactions/\(name)",
            simulates: ["amount", "card", "currency", "merchant_data", "purchase_details"]
        ) { call in
            let card = try call.work.named("issuing.card", call.required("card"), by: "card")
            let amount = call["amount"].integer ?? 0
            try RecordedAmount.check(amount)
            return try call.shown(
                call.work.transaction(
                    of: card, amount: sign * amount, in: call.currency()?.code, type: type, call.parameters))
        }
    }

    private static let shipping: [RecordedResource.Action] = [
        ("deliver", "delivered"), ("fail", "failure"), ("return", "returned"), ("ship", "shipped"),
        ("submit", "submitted"),
    ].map { name, status in
        .init(path: "\(helper)cards/{card}/shipping/\(name)") { call, card in
            guard var shipping = card["shipping"]?.object else {
                throw ProcessorError.invalid("The card \(call.path()) has no shipping address.")
            }
            shipping["status"] = .string(status)
            card["shipping"] = shipping.tree
        }
    }

    private static let decisions: [RecordedResource.Action] = [
        .init(
            path: authorizations + "/{authorization}/approve", from: ["pending"], uses: ["amount"],
            changes: ["approved": true]
        ) { call, fields in
            guard let amount = call["amount"].integer else { return }
            try RecordedAmount.check(amount, atMost: fields["amount"]?.integer ?? 0)
            fields["amount"] = .integer(amount)
        },
        .init(
            path: authorizations + "/{authorization}/decline", from: ["pending"],
            changes: ["approved": false, "status": "closed"]),
        .init(
            path: onAuthorization + "capture", from: ["pending"],
            uses: ["capture_amount", "close_authorization", "purchase_details"]
        ) {
            call, fields in
            let held = fields["amount"]?.integer ?? 0
            let amount = call["capture_amount"].integer ?? held
            try RecordedAmount.check(amount, "capture_amount")
            let card = try call.work.named("issuing.card", fields["card"]?["id"].string ?? "")
            let captured = try call.work.transaction(
                of: card, amount: -amount, in: fields["currency"]?.string, type: "capture",
                authorization: call.path(),
                [
                    "merchant_data": fields["merchant_data"] ?? .null,
                    "purchase_details": call["purchase_details"],
                ])
            fields["transactions"] = .array(
                (fields["transactions"]?.elements ?? []) + [try call.work.stripeJSON(captured).tree])
            if call["close_authorization"].bool ?? true { fields["status"] = "closed" }
            fields["amount"] = .integer(max(0, held - amount))
        },
        .init(path: onAuthorization + "expire", from: ["pending"], changes: ["status": "expired"]),
        .init(
            path: onAuthorization + "finalize_amount", from: ["pending"],
            uses: ["final_amount", "fleet", "fuel"]
        ) {
            call, fields in
            let amount = call["final_amount"].integer ?? 0
            try RecordedAmount.check(amount, "final_amount")
            fields["amount"] = .integer(amount)
            RecordTemplate.lay(
                ["fleet": call["fleet"], "fuel": call["fuel"]], over: &fields, at: authorization)
        },
        .init(path: onAuthorization + "fraud_challenges/respond", from: ["pending"], uses: ["confirmed"]) {
            call, fields in
            fields["verified_by_fraud_challenge"] = call["confirmed"]
        },
        .init(
            path: onAuthorization + "increment", from: ["pending"],
            uses: ["increment_amount", "is_amount_controllable"]
        ) { call, fields in
            let more = call["increment_amount"].integer ?? 0
            let held = fields["amount"]?.integer ?? 0
            try RecordedAmount.check(more, atMost: AmountRules.most - held, "increment_amount")
            fields["amount"] = .integer(held + more)
        },
        .init(path: onAuthorization + "reverse", from: ["pending"], uses: ["reverse_amount"]) {
            call, fields in
            let held = fields["amount"]?.integer ?? 0
            let amount = call["reverse_amount"].integer ?? held
            try RecordedAmount.check(amount, atMost: held, "reverse_amount")
            fields["amount"] = .integer(held - amount)
            if amount == held { fields["status"] = "reversed" }
        },
    ]
}

extension Call {
    /// Sets a currency to the one in the request, in lowercase. Throws an error if the currency is unknown.
    fileprivate func layCurrency(_ name: String, over fields: inout JSONObject) throws {
        if let currency = try currency(name) { fields[name] = .string(currency.code) }
    }
}

extension EngineTransaction {
    /// The current year, in UTC.
    fileprivate var year: Int64 { Int64(now.date.year) }

    /// Records a transaction of an Issuing card. If `currency` is nil, the amount is in the card's currency.
    fileprivate func transaction(
        of card: RecordedObject, amount: Int64, in currency: String?, type: String,
        authorization: String? = nil, _ given: JSONObject
    ) throws -> RecordedObject {
        var fields = RecordTemplate.object("issuing.transaction")
        RecordTemplate.lay(given, over: &fields, at: "issuing.transaction")
        let cardFields = try card.fields
        fields["amount"] = .integer(amount)
        fields["merchant_amount"] = .integer(amount)
        fields["authorization"] = JSONTree(authorization)
        fields["card"] = .string(card.id)
        fields["cardholder"] = cardFields["cardholder"]?["id"]
        fields["currency"] = currency.map { JSONTree.string($0) } ?? cardFields["currency"]
        fields["merchant_currency"] = fields["currency"]
        fields["type"] = .string(type)
        let made = try record("issuing.transaction", prefix: "ipi", fields)
        try announce(made, "created")
        return made
    }
}
