import Processor
import TextKit

/// `/v1/transfers`
///
/// Source: Stripe API reference, "Transfers", "Transfer Reversals".
enum TransferRoutes {
    static let all: [Route] = [
        .post(
            path,
            simulates: [
                "amount", "currency", "destination", "source_transaction", "transfer_group", "metadata",
            ],
            keeps: ["description"]
        ) { call in
            guard let currency = try call.currency() else { throw ProcessorError.missing("currency") }
            guard let amount = call["amount"].integer else { throw ProcessorError.missing("amount") }
            let request = Transfer.Create(
                amount: amount, currency: currency, destination: call["destination"].string ?? "",
                sourceTransaction: call["source_transaction"].string,
                transferGroup: call["transfer_group"].string,
                metadata: call.metadata)
            return try call.shown(call.work.create(request).noun)
        },
        .get(path, simulates: Filters.list.union(["destination", "transfer_group"])) { call in
            let filter = call.filter(["destination": "destination", "transfer_group": "transferGroup"])
            return try call.listed(Transfer.self, where: filter)
        },
        .get(one) { call in try call.shown(call.work.inPath(Transfer.self, call.path())) },
        .post(one, simulates: ["metadata"], keeps: ["description"]) { call in
            var transfer = try call.work.inPath(Transfer.self, call.path())
            transfer.metadata = try call.metadata(over: transfer.metadata)
            try call.work.put(transfer)
            return try call.shown(transfer)
        },
        .post(
            "/v1/transfers/{id}/reversals", simulates: ["amount", "metadata", "refund_application_fee"],
            keeps: ["description"]
        ) {
            call in
            let transfer = try call.work.inPath(Transfer.self, call.path())
            let amount = call["amount"].integer ?? transfer.amount - transfer.amountReversed
            return try call.shown(
                call.work.reverse(
                    transfer: transfer.id, amount: amount, call.metadata,
                    withFee: call["refund_application_fee"].bool ?? false
                ).noun)
        },
        .get("/v1/transfers/{id}/reversals", simulates: Filters.list.subtracting(["created"])) { call in
            let transfer = try call.work.inPath(Transfer.self, call.path())
            let reversals = try call.work.children(TransferReversal.self, of: transfer.id)
            return try call.work.list(
                call.work.page(reversals, call.listQuery()), at: "/v1/transfers/\(transfer.id)/reversals")
        },
        .get(one + "/reversals/{id}") { call in
            try call.shown(call.work.inPath(TransferReversal.self, call.path("id")))
        },
        .post(one + "/reversals/{id}", simulates: ["metadata"]) { call in
            var reversal = try call.work.inPath(TransferReversal.self, call.path("id"))
            reversal.metadata = try call.metadata(over: reversal.metadata)
            try call.work.put(reversal)
            return try call.shown(reversal)
        },
    ]

    private static let path = "/v1/transfers"
    private static let one = "/v1/transfers/{transfer}"
}
