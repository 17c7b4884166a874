import Processor
import TextKit
import TimeKit

/// The resources of Stripe Tax. All tax amounts are 0.
///
/// Source: Stripe API reference, "Tax".
enum TaxRecords {
    static let all: [RecordedResource] = [
        RecordedResource(
            type: calculation, prefix: "taxcalc", path: "/v1/tax/calculations",
            references: [.init(parameter: "customer", type: "customer")],
            complete: { call, fields in
                var details = fields["customer_details"]?.object ?? JSONObject()
                if call["customer_details"]["taxability_override"].string == nil {
                    details["taxability_override"] = "none"
                }
                fields["customer_details"] = details.tree
                if fields["tax_date"] == 0 { fields["tax_date"] = .integer(call.work.now.seconds) }
                fields["expires_at"] = .integer(call.work.now.adding(seconds: 90 * 86_400).seconds)
                fields["amount_total"] = .integer(try call.total())
                fields["line_items"] = .null
                guard var cost = fields["shipping_cost"]?.object else { return }
                cost["amount"] = .integer(call["shipping_cost"]["amount"].integer ?? 0)
                fields["shipping_cost"] = cost.tree
            }, whenCreated: storeItems),
        RecordedResource(
            type: "tax.registration", prefix: "taxreg", path: "/v1/tax/registrations",
            initial: ["status": "active"],
            complete: { call, fields in
                // The parameter is either the word `now` or a Unix time.
                fields["active_from"] = .integer(call["active_from"].integer ?? call.work.now.seconds)
            },
            completeUpdate: { call, fields in
                if call["active_from"] == "now" { fields["active_from"] = .integer(call.work.now.seconds) }
            }),
        RecordedResource(type: "tax.location", prefix: "taxloc", path: "/v1/tax/locations"),
        RecordedResource(type: transaction, prefix: "tax", path: "/v1/tax/transactions"),
        RecordedResource(type: item, prefix: "tax_li", path: "/v1/tax/line_items"),
    ]

    /// Some of Stripe's tax codes.
    static let codes = FixedObjects(
        path: "/v1/tax_codes", type: "tax_code",
        objects: [
            ("txcd_00000000", "Nontaxable", "Any nontaxable good or service."),
            ("txcd_10000000", "General - Electronically Supplied Services", "Digital services."),
            ("txcd_20030000", "General - Services", "Services."),
            ("txcd_92010001", "Shipping", "The delivery of goods."),
            ("txcd_99999999", "General - Tangible Goods", "Physical goods."),
        ].map { ($0, ["description": $2, "name": $1]) })

    /// The operations that create tax transactions, and those that list the items of a calculation or transaction.
    static let transactions: [Route] = [
        items("/v1/tax/calculations/{calculation}/line_items", of: calculation, item),
        items("/v1/tax/transactions/{transaction}/line_items", of: transaction, transactionItem),
        .post(
            "/v1/tax/transactions/create_from_calculation",
            simulates: ["calculation", "metadata", "posted_at", "reference"]
        ) { call in
            let id = try call.required("calculation")
            let calculated = try call.work.named(calculation, id, by: "calculation")
            var fields = RecordTemplate.fields(transaction, copying: try calculated.fields)
            fields["metadata"] = try call.metadata(over: [:]).tree
            fields["posted_at"] = .integer(call["posted_at"].integer ?? call.work.now.seconds)
            fields["reference"] = .string(try call.required("reference"))
            fields["type"] = "transaction"
            let made = try call.work.record(transaction, prefix: "tax", fields)
            for line in try call.work.children(RecordedObject.self, of: id) {
                try call.work.recordItem(of: made.id, from: line, sign: 1)
            }
            return try call.shown(made)
        },
        .post(
            "/v1/tax/transactions/create_reversal",
            simulates: [
                "line_items", "metadata", "mode", "original_transaction", "reference",
                "shipping_cost",
            ]
        ) { call in
            let id = try call.required("original_transaction")
            let original = try call.work.named(transaction, id, by: "original_transaction")
            var fields = try original.fields
            fields["metadata"] = try call.metadata(over: [:]).tree
            fields["posted_at"] = .integer(call.work.now.seconds)
            fields["reference"] = .string(try call.required("reference"))
            fields["reversal"] = ["original_transaction": .string(id)]
            fields["type"] = "reversal"
            let isFull = call["mode"].string == "full"
            let earlier = try call.work.children(RecordedObject.self, of: id).filter {
                $0.type == transaction
            }
            guard try original.fields["type"] == "transaction", earlier.isEmpty || !isFull else {
                throw ProcessorError.invalid(
                    "\(id) is itself a reversal, or already has a reversal: it cannot be reversed in full.",
                    parameter: "original_transaction")
            }
            if var cost = fields["shipping_cost"]?.object {
                let shipping = cost["amount"]?.integer ?? 0
                let reversed = try earlier.reduce(0) {
                    $0 + (try $1.fields["shipping_cost"]?["amount"].integer ?? 0)
                }
                let amount = isFull ? -shipping : call["shipping_cost"]["amount"].integer ?? 0
                try checkReversal(amount, of: shipping + reversed, "shipping_cost[amount]")
                cost["amount"] = .integer(amount)
                fields["shipping_cost"] = cost.tree
            }
            let lines = try call.work.children(RecordedObject.self, of: id)
                .filter { $0.type == transactionItem }
            let reversedItems = try earlier.flatMap { try call.work.children(RecordedObject.self, of: $0.id) }
            let given = try isFull ? [:] : call.partial(lines, after: reversedItems)
            let made = try call.work.record(transaction, prefix: "tax", fields, parent: id)
            for line in lines where isFull || given[line.id] != nil {
                try call.work.recordItem(of: made.id, from: line, sign: -1, given[line.id] ?? .null)
            }
            return try call.shown(made)
        },
    ]

    fileprivate static let transactionItem = "tax.transaction_line_item"
    private static let calculation = "tax.calculation"
    private static let transaction = "tax.transaction"
    private static let item = "tax.calculation_line_item"

    private static func items(_ path: String, of type: String, _ item: String) -> Route {
        .get(path, simulates: Filters.part) { call in
            let owner = try call.work.named(type, call.path())
            let lines = try call.work.children(RecordedObject.self, of: owner.id).filter { $0.type == item }
            return try call.page(of: lines)
        }
    }

    /// Checks that a reversed amount is 0, or has the opposite sign of the amount that is left to reverse and
    /// does not exceed it.
    fileprivate static func checkReversal(_ amount: Int64, of rest: Int64, _ parameter: String) throws {
        let range = rest < 0 ? 0...(-rest) : -rest...0
        try require(
            range.contains(amount), "parameter_invalid_integer",
            "Invalid integer: \(parameter) must be from \(range.lowerBound) to \(range.upperBound).",
            parameter: parameter)
    }

    private static let storeItems: @Sendable (Call, RecordedObject) throws -> Void = { call, calculated in
        for (place, line) in call["line_items"].elements.enumerated() {
            var fields = RecordTemplate.object(item)
            RecordTemplate.lay(line.fields, over: &fields, at: item)
            if fields["quantity"] == 0 { fields["quantity"] = 1 }
            if fields["reference"] == "" { fields["reference"] = .string("L\(place + 1)") }
            if fields["tax_code"] == "" { fields["tax_code"] = "txcd_10000000" }
            _ = try call.work.record(item, prefix: "tax_li", fields, parent: calculated.id)
        }
    }
}

extension Call {
    /// Returns the items of a partial reversal, keyed by the id of the original item. Throws an error if an
    /// original item is unknown or named twice, or if more would be reversed than is left of it.
    fileprivate func partial(_ lines: [RecordedObject], after earlier: [RecordedObject])
        throws -> [String: JSONTree]
    {
        var items: [String: JSONTree] = [:]
        for (place, item) in self["line_items"].elements.enumerated() {
            let parameter = "line_items[\(place)]"
            let id = item["original_line_item"].string ?? ""
            guard let line = lines.first(where: { $0.id == id }), items[id] == nil else {
                throw ProcessorError.noSuch(
                    TaxRecords.transactionItem, id, parameter: "\(parameter)[original_line_item]")
            }
            let rest = try earlier.reduce(line.fields["amount"]?.integer ?? 0) { rest, reversed in
                let fields = try reversed.fields
                guard fields["reversal"]?["original_line_item"].string == id else { return rest }
                return rest + (fields["amount"]?.integer ?? 0)
            }
            try TaxRecords.checkReversal(item["amount"].integer ?? 0, of: rest, "\(parameter)[amount]")
            items[id] = item
        }
        return items
    }

    /// Returns the total of a calculation: its items and the shipping cost.
    fileprivate func total() throws -> Int64 {
        var total = self["shipping_cost"]["amount"].integer ?? 0
        if total != 0 { try RecordedAmount.check(total, "shipping_cost[amount]") }
        for (place, line) in self["line_items"].elements.enumerated() {
            let amount = line["amount"].integer ?? 0
            // An amount below 0 is a discount.
            try RecordedAmount.check(
                max(1, amount == .min ? .max : abs(amount)), "line_items[\(place)][amount]")
            total += amount
        }
        return total
    }
}

extension EngineTransaction {
    /// Records an item of a tax transaction.
    ///
    /// - Parameters:
    ///   - sign: 1, or −1 for an item of a reversal.
    ///   - changes: The item's amount, quantity and reference in a partial reversal.
    fileprivate func recordItem(
        of transaction: String, from line: RecordedObject, sign: Int64, _ changes: JSONTree = .null
    ) throws {
        let given = try line.fields
        var fields = RecordTemplate.fields(TaxRecords.transactionItem, copying: given)
        fields["amount"] = .integer(changes["amount"].integer ?? sign * (given["amount"]?.integer ?? 0))
        for name in ["quantity", "reference"] where !changes[name].isNull { fields[name] = changes[name] }
        fields["type"] = sign > 0 ? "transaction" : "reversal"
        if sign < 0 { fields["reversal"] = ["original_line_item": .string(line.id)] }
        _ = try record(TaxRecords.transactionItem, prefix: "tax_li", fields, parent: transaction)
    }
}
