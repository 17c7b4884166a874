import DatabaseKit
import Giving
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport

/// Invariants that hold after every step.
extension GivingWorld {
    /// Returns the problems within our own books.
    func problems() async throws -> [String] {
        try await file.read { transaction in
            var problems: [String] = []
            let sums = try transaction.all(
                "SELECT currency, SUM(amount) AS rest FROM balance GROUP BY currency")
            for row in sums where row["rest"] as Int64 != 0 {
                problems.append("the ledger is off by \(row["rest"] as Int64)")
            }
            let net: Int64 =
                try transaction.value(
                    """
                    SELECT -SUM(amount) FROM balance WHERE account LIKE 'revenue:%' OR account LIKE 'expense:%'
                    """) ?? 0
            if net < 0 { problems.append("the platform's net is \(net)") }
            problems +=
                try transaction.wrongFundTotals() + transaction.wrongFundDays()
                + transaction.wrongDonorTotals()
                + transaction.wrongReceipts()
                + transaction.receiptProblems()
            return problems
        }
    }

    /// Returns the differences between our books and the processor's after a reconciliation.
    func differences() async throws -> [String] {
        // The processor books some charges a few seconds late.
        clock.advance(seconds: 10)
        _ = try await calm.payments.reconcile()
        // The reconciliation may have sent a charge, which the processor books a few seconds later.
        clock.advance(seconds: 10)
        _ = try await calm.payments.reconcile()
        var problems: [String] = []
        let entries = try await file.read { try $0.balances(prefix: "") }
        var ours: [String: Int64] = [:]
        for entry in entries { ours[entry.account.rawValue, default: 0] += entry.amount.minorUnits }
        let account = try await account()
        let held = try await processor.balances(of: account).reduce(0) { $0 + $1.total }
        if held != -(ours["payee:\(account)"] ?? 0) {
            problems.append(
                "the church's account holds \(held), the ledger says \(-(ours["payee:\(account)"] ?? 0))")
        }
        let platform = try await processor.balances(of: nil).reduce(0) { $0 + $1.total }
        let expected = ours.filter {
            $0.key == "processor" || $0.key.hasPrefix("payee:") || $0.key.hasPrefix("bank:")
        }
        .reduce(0) { $0 + $1.value }
        if platform != expected {
            problems.append("the platform holds \(platform), the ledger says \(expected)")
        }
        problems += try await file.read { try $0.ledgerCheck() }.problems
        problems += try await chargesWithoutGift()
        problems += try await wrongAmounts()
        problems += try await schedulesBeside()
        problems += try await customersBeside()
        return problems
    }

    /// Returns paid gifts whose total differs from the charge, or whose donor covered the fee although
    /// another amount than the gift reached the church.
    private func wrongAmounts() async throws -> [String] {
        let gifts = try await file.read { transaction in
            try transaction.gifts(GiftQuery(limit: 10_000)).filter { $0.paidAt != nil }.map { gift in
                (
                    gift, try gift.recurring.flatMap { try transaction.recurring($0) },
                    try gift.payment.flatMap { try transaction.payment($0) }
                )
            }
        }
        var problems: [String] = []
        for (gift, monthly, payment) in gifts {
            guard let payment, let intent = payment.intent else { continue }
            let charged = try await processor.paymentIntent(intent).amount
            let (total, reached) = (gift.amount.minorUnits + gift.coveredFeeMinor, charged - gift.feeMinor)
            if total != charged { problems.append("\(gift.id) says \(total), \(charged) was charged") }
            // A gift that was changed at the processor no longer covers the fee.
            if let monthly, monthly.total == gift.total,
                (monthly.coveredFeeMinor > 0) != (gift.coveredFeeMinor > 0)
            {
                problems.append("\(gift.id) lost or found a cover")
            }
            // A percentage of two decimals takes up to 0.01 % more than the fee.
            if gift.coveredFeeMinor > 0, abs(reached - gift.amount.minorUnits) > charged / 10_000 + 1 {
                problems.append("\(gift.id) is \(gift.amount), \(reached) reached the church")
            }
        }
        return Array(problems.prefix(5))
    }

    /// Returns customers at the processor that the books do not know, and charges with another customer than
    /// their payment.
    func customersBeside() async throws -> [String] {
        var problems: [String] = []
        var query = ListQuery(limit: 100)
        while true {
            let page = try await processor.customers(email: nil, query)
            problems += try await file.read { transaction in
                try page.data.map(\.id).filter { try !transaction.knows(customer: $0) }.map {
                    "\($0) belongs to nobody"
                }
            }
            guard page.hasMore, let last = page.data.last else { break }
            query.startingAfter = last.id
        }
        let payments = try await file.read { try $0.payments(in: .succeeded, after: nil, limit: 10_000) }
        for payment in payments where payment.schedule == nil {
            guard let name = payment.charge else { continue }
            let charge = try await processor.charge(name)
            if charge.customer != payment.customer {
                problems.append("\(name) belongs to \(charge.customer ?? "nobody")")
            }
        }
        return Array(problems.prefix(5))
    }

    /// Returns monthly gifts whose amount or state differs from the processor's.
    private func schedulesBeside() async throws -> [String] {
        var problems: [String] = []
        for subscription in try await processor.subscriptions(ListQuery(limit: 100)).data {
            guard let schedule = try await file.read({ try $0.schedule(subscription: subscription.id) })
            else {
                continue
            }
            if !subscription.status.isFinal, schedule.quote.total.minorUnits != subscription.price.unitAmount
            {
                problems.append(
                    "\(schedule.id) says \(schedule.quote.total), \(subscription.price.unitAmount) is charged"
                )
            }
            if subscription.status.isFinal != (schedule.state == .canceled) {
                problems.append(
                    "\(schedule.id) is \(schedule.state), at the processor \(subscription.status)")
            }
        }
        return problems
    }

    /// Returns charges that no gift knows, and payments that were charged twice.
    private func chargesWithoutGift() async throws -> [String] {
        var problems: [String] = []
        var seen = Set<String>()
        var query = ListQuery(limit: 100)
        while true {
            let page = try await processor.paymentIntents(query)
            for intent in page.data where intent.status == .succeeded {
                let payment = try await file.read { try $0.payment(intent: intent.id) }
                if payment?.state != .succeeded {
                    problems.append("\(intent.id) is paid, and we do not know it")
                }
                if let id = intent.metadata["payment_id"], !seen.insert(id).inserted {
                    problems.append("\(id) was charged twice")
                }
            }
            guard page.hasMore, let last = page.data.last else { return problems }
            query.startingAfter = last.id
        }
    }
}

extension Transaction {
    /// Returns SQL for a text property of the column `body`.
    private static func body(_ name: String) -> String {
        TestStore.isPostgres
            ? "convert_from(body, 'UTF8')::jsonb ->> '\(name)'"
            : "json_extract(CAST(body AS TEXT), '$.\(name)')"
    }

    /// SQL for the amount with which a gift counts.
    private static var counted: String { "CAST(\(body("countedMinor")) AS BIGINT)" }

    /// Whether a donor, a payment or a schedule has this customer.
    fileprivate func knows(customer id: String) throws -> Bool {
        let donors =
            TestStore.isPostgres
            ? "jsonb_array_elements(convert_from(body, 'UTF8')::jsonb -> 'customers') AS known WHERE known ->> 'id'"
            : "json_each(CAST(body AS TEXT), '$.customers') AS known WHERE json_extract(known.value, '$.id')"
        return try isAny(
            """
            SELECT 1 FROM payment WHERE \(Self.body("customer")) = ?1
            UNION ALL SELECT 1 FROM schedule WHERE \(Self.body("customer")) = ?1
            UNION ALL SELECT 1 FROM donor, \(donors) = ?1
            """, [id])
    }

    /// Returns funds whose total differs from their gifts less refunds.
    fileprivate func wrongFundTotals() throws -> [String] {
        try all(
            """
            WITH counted AS (
              SELECT fund, CAST(SUM(\(Self.counted)) AS BIGINT) AS amount FROM gift GROUP BY fund)
            SELECT fund, counted.amount AS gifts, COALESCE(total.amount, 0) AS total FROM counted
            LEFT JOIN (SELECT fund, CAST(SUM(amount) AS BIGINT) AS amount FROM fund_total GROUP BY fund) AS total
            USING (fund) WHERE counted.amount <> COALESCE(total.amount, 0)
            """
        ).map {
            "fund \($0["fund"] as String) has \($0["total"] as Int64), its gifts come to \($0["gifts"] as Int64)"
        }
    }

    /// Returns funds whose daily amounts do not add up to their total.
    fileprivate func wrongFundDays() throws -> [String] {
        try all(
            """
            SELECT fund FROM (
              SELECT organization, fund, currency, SUM(amount) AS amount, SUM(gifts) AS gifts FROM fund_total
              GROUP BY organization, fund, currency) AS total
            LEFT JOIN (
              SELECT organization, fund, currency, SUM(amount) AS days, SUM(gifts) AS count FROM fund_day
              GROUP BY organization, fund, currency) AS daily USING (organization, fund, currency)
            WHERE amount <> COALESCE(days, 0) OR gifts <> COALESCE(count, 0)
            """
        ).map { "the days of fund \($0["fund"] as String) are not its total" }
    }

    /// Returns donors whose total differs from their gifts less refunds.
    fileprivate func wrongDonorTotals() throws -> [String] {
        try all(
            """
            WITH counted AS (
              SELECT donor, SUM(\(Self.counted)) AS amount,
                SUM(CASE WHEN \(Self.counted) > 0 THEN 1 ELSE 0 END) AS gifts
              FROM gift WHERE donor IS NOT NULL GROUP BY donor)
            SELECT donor FROM counted LEFT JOIN (
              SELECT donor, SUM(amount) AS amount, SUM(gifts) AS gifts FROM donor_total GROUP BY donor) AS total
            USING (donor) WHERE counted.amount <> COALESCE(total.amount, 0)
              OR counted.gifts <> COALESCE(total.gifts, 0)
            """
        ).map { "\($0["donor"] as String) has a wrong total" }
    }

    /// Returns gifts that count without a valid receipt, and gifts that do not count but have one.
    fileprivate func wrongReceipts() throws -> [String] {
        try all(
            """
            SELECT id FROM gift WHERE
              (\(Self.counted) > 0) <> (\(Self.body("receiptNumber")) IS NOT NULL) LIMIT 5
            """
        ).map { "\($0["id"] as String) has the wrong receipt" }
    }
}
