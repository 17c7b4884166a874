import Processor

/// `/v1/payouts`
///
/// Source: Stripe API reference, "Payouts".
enum PayoutRoutes {
    static let all: [Route] = [
        .post(
            path, simulates: ["amount", "currency", "metadata"],
            keeps: ["description", "statement_descriptor"]
        ) {
            call in
            guard let currency = try call.currency() else { throw ProcessorError.missing("currency") }
            var payout = try call.work.createPayout(
                of: call.account, amount: call["amount"].integer ?? 0, currency
            ).noun
            if call.has("metadata") {
                payout.metadata = try call.metadata(over: [:])
                try call.work.put(payout)
            }
            return try call.shown(payout)
        },
        .get(path, simulates: Filters.list.union(["status"])) { call in
            try call.listed(Payout.self, of: call.account, where: call.filter(["status": "status"]))
        },
        .get(one) { call in try call.shown(own(call)) },
        .post(one, simulates: ["metadata"]) { call in
            var payout = try own(call)
            payout.metadata = try call.metadata(over: payout.metadata)
            try call.work.put(payout)
            return try call.shown(payout)
        },
        .post(one + "/cancel") { call in try call.shown(call.work.cancel(payout: own(call).id).noun) },
    ]

    private static let path = "/v1/payouts"
    private static let one = "/v1/payouts/{payout}"

    private static func own(_ call: Call) throws -> Payout {
        let payout = try call.work.inPath(Payout.self, call.path())
        guard payout.account == call.account else {
            throw ProcessorError.noSuch(Payout.objectName, payout.id)
        }
        return payout
    }
}
