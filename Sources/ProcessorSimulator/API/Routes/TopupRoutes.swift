import MoneyKit
import Processor
import TextKit
import TimeKit

/// The routes of `/v1/topups`.
///
/// Source: Stripe API reference, "Top-ups".
enum TopupRoutes {
    static let all: [Route] = [
        .post(
            path,
            simulates: [
                "amount", "currency", "description", "metadata", "source", "statement_descriptor",
                "transfer_group",
            ]
        ) { call in try call.shown(call.work.create(call.wantedTopup())) },
        .get(path, simulates: Filters.list.union(["amount", "status"])) { call in
            let filter = call.filter(["status": "status"])
            return try call.scanned(Topup.self, where: filter) { isWanted($0.amount, call["amount"]) }
        },
        .one(one, Topup.self),
        .update(one, Topup.self, simulates: ["description", "metadata"]) { call, topup in
            call.take("description", into: &topup.description)
            try call.takeMetadata(into: &topup.metadata)
        },
        .post(one + "/cancel") { call in try call.shown(call.work.cancel(call.object(Topup.self))) },
    ]

    private static let path = "/v1/topups"
    private static let one = "/v1/topups/{topup}"

    /// Returns whether an amount matches a filter, which is either an amount or an object with limits such as
    /// `gte`.
    private static func isWanted(_ amount: Int64, _ filter: JSONTree) -> Bool {
        if let exact = filter.integer { return amount == exact }
        return (filter["gt"].integer.map { amount > $0 } ?? true)
            && (filter["gte"].integer.map { amount >= $0 } ?? true)
            && (filter["lt"].integer.map { amount < $0 } ?? true)
            && (filter["lte"].integer.map { amount <= $0 } ?? true)
    }
}

extension Call {
    fileprivate func wantedTopup() throws -> Topup {
        let amount = try requiredAmount()
        let currency = try requiredCurrency()
        let work = work
        var topup = Topup(
            id: try work.newID("tu"), created: work.now, amount: amount, currency: currency,
            arrival: work.now.adding(seconds: work.configuration.bankDebitDelay))
        topup.bankLast4 = try topupBank()
        topup.description = self["description"].string
        topup.statementDescriptor = self["statement_descriptor"].string
        topup.transferGroup = self["transfer_group"].string
        topup.metadata = try metadata(over: [:])
        return topup
    }

    /// Returns the last four digits of the bank account whose token is in the parameter `source`.
    ///
    /// Returns nil if the parameter is missing, or contains the id of a source or the token
    /// `btok_us_verified`. Throws an error for any other value.
    fileprivate func topupBank() throws -> String? {
        guard let id = self["source"].string else { return nil }
        if let token = try work.find(Token.self, id), let bank = token.bankAccount { return bank.last4 }
        guard try id == "btok_us_verified" || work.find(Source.self, id) != nil else {
            throw ProcessorError.noSuch("source", id, parameter: "source")
        }
        return nil
    }
}

extension Topup: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "amount": amount, "balance_transaction": balanceTransaction, "created": created,
            "currency": currency, "description": description,
            "expected_availability_date": arrival, "failure_code": failureCode,
            "failure_message": failureCode.map { "The bank refused the debit (\($0))." },
            "livemode": false, "metadata": metadata, "source": nil,
            "statement_descriptor": statementDescriptor, "status": status.rawValue,
            "transfer_group": transferGroup,
        ]
    }
}
