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
            return try call.shown(call.work.create(request))
        },
        .list(path, Transfer.self, by: ["destination": "destination", "transfer_group": "transferGroup"]),
        .one(one, Transfer.self),
        .post(one, simulates: ["metadata"], keeps: ["description"]) { call in
            var transfer = try call.noun(Transfer.self)
            transfer.metadata = try call.metadata(over: transfer.metadata)
            try call.work.put(transfer)
            return try call.shown(transfer)
        },
        .post(
            "/v1/transfers/{id}/reversals", simulates: ["amount", "metadata", "refund_application_fee"],
            keeps: ["description"]
        ) {
            call in
            let transfer = try call.noun(Transfer.self)
            let amount = call["amount"].integer ?? transfer.amount - transfer.amountReversed
            return try call.shown(
                call.work.reverse(
                    transfer: transfer.id, amount: amount, call.metadata,
                    withFee: call["refund_application_fee"].bool ?? false
                ))
        },
        .children("/v1/transfers/{id}/reversals", TransferReversal.self, of: Transfer.self),
        .one(one + "/reversals/{id}", TransferReversal.self, "id"),
        .post(one + "/reversals/{id}", simulates: ["metadata"]) { call in
            var reversal = try call.noun(TransferReversal.self, "id")
            reversal.metadata = try call.metadata(over: reversal.metadata)
            try call.work.put(reversal)
            return try call.shown(reversal)
        },
    ]

    private static let path = "/v1/transfers"
    private static let one = "/v1/transfers/{transfer}"
}
