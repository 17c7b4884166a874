import MoneyKit
import Processor
import TextKit

/// The routes of `/v1/charges`.
///
/// Source: Stripe API reference, "Charges".
enum ChargeRoutes {
    static let all: [Route] = [
        .list(
            path, Charge.self,
            by: [
                "customer": "customer", "payment_intent": "paymentIntent", "transfer_group": "transferGroup",
            ]),
        .search(path, Charge.self),
        .one(one, Charge.self),
        .post(
            one, simulates: ["customer", "metadata", "description", "receipt_email", "transfer_group"],
            keeps: ["fraud_details", "shipping"]
        ) {
            call in
            var charge = try call.object(Charge.self)
            call.take("description", into: &charge.description)
            if let email = call["receipt_email"].string {
                try IntentRules.check(email: email, parameter: "receipt_email")
                charge.receiptEmail = email
            }
            charge.transferGroup = call["transfer_group"].string ?? charge.transferGroup
            try call.takeMetadata(into: &charge.metadata)
            if let customer = call["customer"].string { try call.work.assign(&charge, to: customer) }
            return try call.shown(call.work.update(charge))
        },
        .children(one + "/refunds", Refund.self, of: Charge.self),
        .one(one + "/refunds/{refund}", Refund.self, "refund"),
        .post(one + "/refunds", simulates: RefundRoutes.asked) { call in
            try call.makeRefund(charge: call.object(Charge.self, "charge").id)
        },
        .post(one + "/refund", simulates: RefundRoutes.asked) { call in
            _ = try call.makeRefund(charge: call.object(Charge.self, "charge").id)
            return try call.shown(call.object(Charge.self, "charge"))
        },
    ]

    private static let path = "/v1/charges"
    private static let one = "/v1/charges/{charge}"
}

/// The routes of `/v1/refunds`.
///
/// Source: Stripe API reference, "Refunds".
enum RefundRoutes {
    static let all: [Route] = [
        .post(path, simulates: asked.union(["charge"])) { call in
            try call.makeRefund(charge: call["charge"].string)
        },
        .list(path, Refund.self, by: ["charge": "charge", "payment_intent": "paymentIntent"]),
        .one(one, Refund.self),
        .update(one, Refund.self, simulates: ["metadata"], event: "refund.updated") {
            try $0.takeMetadata(into: &$1.metadata)
        },
        .post("/v1/test_helpers/refunds/{refund}/expire") { call in
            let refund = try call.object(Refund.self)
            throw ProcessorError.invalid(
                "You can only expire refunds with the status requires_action: this one is \(refund.status.rawValue)."
            )
        },
        .post(one + "/cancel") { call in
            // Refunds of cards and bank accounts never require an action by the customer.
            let refund = try call.object(Refund.self)
            throw ProcessorError.invalid(
                "You can only cancel refunds with the status requires_action: this one is \(refund.status.rawValue)."
            )
        },
    ]

    private static let path = "/v1/refunds"
    private static let one = "/v1/refunds/{refund}"

    /// The parameters of a refund, which all routes that create refunds accept.
    static let asked: Set<String> = [
        "payment_intent", "amount", "reason", "metadata", "reverse_transfer", "refund_application_fee",
    ]
}

extension Call {
    /// Creates a refund of the given charge or, if the charge is nil, of the payment intent in the request.
    ///
    /// - Throws: ``ProcessorError`` with status 400 if the request refers to neither, or to a charge and the
    ///   payment intent of another charge.
    func makeRefund(charge: String?) throws -> JSONObject {
        var intent = self["payment_intent"].string
        if let charge {
            let own = try work.named(Charge.self, charge, by: "charge").paymentIntent
            try require(
                intent == nil || intent == own,
                "You may only specify one of these parameters: charge, payment_intent. The charge "
                    + "\(charge) does not belong to the PaymentIntent \(intent ?? "").",
                parameter: "payment_intent")
            intent = own
        }
        try require(
            charge != nil || intent != nil, "parameter_missing",
            "One of the following params should be provided for this request: payment_intent or charge.")
        let request = Refund.Create(
            paymentIntent: intent ?? "", amount: self["amount"].integer,
            reverseTransfer: self["reverse_transfer"].bool ?? false,
            refundApplicationFee: self["refund_application_fee"].bool ?? false,
            reason: self["reason"].string.flatMap(Refund.Reason.init), metadata: metadata)
        return try shown(work.create(request, charge: intent == nil ? charge : nil))
    }
}

/// The routes of `/v1/disputes`.
///
/// Source: Stripe API reference, "Disputes".
enum DisputeRoutes {
    static let all: [Route] = [
        .list(path, Dispute.self, by: ["charge": "charge", "payment_intent": "paymentIntent"]),
        .one(one, Dispute.self),
        .post(one, simulates: asked) { call in try call.update(call.object(Dispute.self)) },
        .post(one + "/close") { call in try call.shown(call.work.close(dispute: call.path())) },
        .get(ofCharge) { call in try call.shown(call.disputeOfCharge()) },
        .post(ofCharge, simulates: asked) { call in try call.update(call.disputeOfCharge()) },
        .post(ofCharge + "/close") { call in
            try call.shown(call.work.close(dispute: call.disputeOfCharge().id))
        },
    ]

    private static let asked: Set<String> = ["evidence", "metadata", "submit"]
    private static let ofCharge = "/v1/charges/{charge}/dispute"

    private static let path = "/v1/disputes"
    private static let one = "/v1/disputes/{dispute}"
}

extension Call {
    /// Returns the latest dispute of the charge that the path identifies.
    ///
    /// - Throws: ``ProcessorError`` with status 404 if the charge has no dispute.
    fileprivate func disputeOfCharge() throws -> Dispute {
        let charge = try object(Charge.self)
        guard let dispute = try work.children(Dispute.self, of: charge.id).last else {
            throw ProcessorError(
                .invalidRequest, status: 404, code: "resource_missing",
                message: "No dispute for charge: \(charge.id)", parameter: "charge")
        }
        return dispute
    }

    /// Stages the evidence in the request. Unless `submit` is false, also submits all staged evidence.
    ///
    /// Source: Stripe API reference, "Update a dispute".
    fileprivate func update(_ dispute: Dispute) throws -> JSONObject {
        var dispute = dispute
        try takeMetadata(into: &dispute.metadata)
        try work.put(dispute)
        if let evidence = self["evidence"].object { try work.stage(evidence, for: dispute) }
        guard self["submit"].bool ?? true, dispute.needsResponse,
            try work.hasStagedEvidence(for: dispute.id)
        else { return try shown(dispute) }
        return try shown(work.submitStagedEvidence(for: dispute))
    }
}
