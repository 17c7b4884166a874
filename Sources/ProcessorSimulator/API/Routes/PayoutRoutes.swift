import Processor
import TextKit

/// `/v1/payouts`
///
/// Source: Stripe API reference, "Payouts".
enum PayoutRoutes {
    static let all: [Route] = [
        .post(
            path, simulates: ["amount", "currency", "metadata", "destination", "method"],
            keeps: ["description", "statement_descriptor"]
        ) {
            call in
            guard let currency = try call.currency() else { throw ProcessorError.missing("currency") }
            var payout = try call.work.createPayout(
                of: call.account, amount: call["amount"].integer ?? 0, currency, to: destination(call)
            ).noun
            if call.has("metadata") {
                payout.metadata = try call.metadata(over: [:])
                try call.work.put(payout)
            }
            return try call.shown(payout)
        },
        .list(path, Payout.self, by: ["status": "status", "destination": "destination"], hasAccounts: true),
        .get(one) { call in try call.shown(own(call)) },
        .post(one, simulates: ["metadata"]) { call in
            var payout = try own(call)
            payout.metadata = try call.metadata(over: payout.metadata)
            try call.work.put(payout)
            return try call.shown(payout)
        },
        .post(one + "/reverse", simulates: ["metadata"]) { call in
            try call.shown(call.work.reverse(payout: own(call).id, call.metadata))
        },
        .post(one + "/cancel") { call in try call.shown(call.work.cancel(payout: own(call).id)) },
    ]

    private static let path = "/v1/payouts"
    private static let one = "/v1/payouts/{payout}"

    /// The bank account that a payout is to go to; nil where the account's default is meant.
    private static func destination(_ call: Call) throws -> String? {
        guard call["method"].string != "instant" else {
            throw ProcessorError.invalid(
                "parameter_not_simulated", "Instant payouts are not simulated: standard ones are.",
                parameter: "method")
        }
        guard let id = call["destination"].string else { return nil }
        guard let account = call.account,
            let bank = try call.work.bankAccounts(of: account).first(where: { $0.id == id })
        else { throw ProcessorError.noSuch("external account", id, parameter: "destination") }
        return bank.id
    }

    private static func own(_ call: Call) throws -> Payout {
        let payout = try call.noun(Payout.self)
        guard payout.account == call.account else {
            throw ProcessorError.noSuch(Payout.objectName, payout.id)
        }
        return payout
    }
}
