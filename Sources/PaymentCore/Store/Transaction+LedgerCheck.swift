public import DatabaseKit

extension Transaction {
    /// Checks the consistency of the whole ledger. If the ledger is consistent, the result contains no
    /// problems.
    public func ledgerCheck() throws -> LedgerCheck {
        LedgerCheck(
            postings: try value("SELECT COUNT(*) FROM posting") ?? 0,
            entries: try value("SELECT COUNT(*) FROM entry") ?? 0,
            problems: try unbalancedPostings() + wrongBalances() + missingPostings() + chargesOfNothing()
                + paymentsWithoutCharge() + overdrawnHolds() + refundsBesidePostings())
    }

    /// The maximum number of reported problems of each kind.
    private var maxReported: Int { 20 }

    private func unbalancedPostings() throws -> [String] {
        try all(
            """
            SELECT posting, currency, CAST(SUM(amount) AS BIGINT) AS rest FROM entry GROUP BY posting, currency
            HAVING SUM(amount) <> 0 LIMIT ?
            """, [maxReported]
        ).map {
            "the entries of posting \($0["posting"] as Int64) sum to \($0["rest"] as Int64), not 0 (minor units of \($0["currency"] as String))"
        }
    }

    private func wrongBalances() throws -> [String] {
        try all(
            """
            WITH summed AS (
              SELECT account, currency, CAST(SUM(amount) AS BIGINT) AS amount FROM entry GROUP BY account, currency),
            known AS (
              SELECT account, currency, CAST(SUM(amount) AS BIGINT) AS amount FROM balance GROUP BY account, currency)
            SELECT account, currency, COALESCE(summed.amount, 0) AS entries, known.amount AS kept
            FROM known LEFT JOIN summed USING (account, currency)
            WHERE COALESCE(summed.amount, 0) <> known.amount
            UNION ALL
            SELECT account, currency, amount, 0 FROM summed
            WHERE NOT EXISTS (SELECT 1 FROM balance b WHERE b.account = summed.account AND b.currency = summed.currency)
            LIMIT ?
            """, [maxReported]
        ).map { row in
            let (account, currency): (String, String) = (row["account"], row["currency"])
            let (entries, kept): (Int64, Int64) = (row["entries"], row["kept"])
            return
                "the balance of \(account) is \(kept), but its entries sum to \(entries) (minor units of \(currency))"
        }
    }

    private func missingPostings() throws -> [String] {
        guard assignsEachNumber else { return [] }
        let last: Int64 = try value("SELECT MAX(number) FROM posting") ?? 0
        let count: Int64 = try value("SELECT COUNT(*) FROM posting") ?? 0
        return last == count
            ? []
            : [
                "postings are missing: the last posting is number \(last), "
                    + "but \(count) postings are stored"
            ]
    }

    private func overdrawnHolds() throws -> [String] {
        try all(
            """
            SELECT account, currency, CAST(SUM(amount) AS BIGINT) AS amount FROM balance
            WHERE account >= 'held:' AND account < 'held;' GROUP BY account, currency
            HAVING SUM(amount) > 0 ORDER BY account, currency LIMIT ?
            """, [maxReported]
        ).map {
            "the account \($0["account"] as String) released \($0["amount"] as Int64) more than it held "
                + "(minor units of \($0["currency"] as String))"
        }
    }

    private func chargesOfNothing() throws -> [String] {
        try all(
            """
            SELECT reference FROM posting WHERE kind = 'charge'
            AND NOT EXISTS (SELECT 1 FROM payment WHERE id = reference AND state = 'succeeded') LIMIT ?
            """, [maxReported]
        ).map {
            "a charge is booked for the payment \($0["reference"] as String), which is missing or not paid"
        }
    }

    private func paymentsWithoutCharge() throws -> [String] {
        try all(
            """
            SELECT id FROM payment WHERE state = 'succeeded'
            AND NOT EXISTS (SELECT 1 FROM posting WHERE kind = 'charge' AND reference = payment.id) LIMIT ?
            """, [maxReported]
        ).map { "the payment \($0["id"] as String) is paid, but no charge is booked for it" }
    }

    /// Finds refund postings without a refund, refunds without a posting, and payments whose refunded amount
    /// differs from the sum of their refunds. Returns one sentence for each problem.
    private func refundsBesidePostings() throws -> [String] {
        var problems = try all(
            """
            SELECT reference FROM posting WHERE kind = 'refund'
            AND NOT EXISTS (SELECT 1 FROM payment_refund WHERE id = reference) LIMIT ?
            """, [maxReported]
        ).map { "the refund \($0["reference"] as String) is booked, but its record is missing" }
        var sums: [String: Int64] = [:]
        var last = ""
        while true {
            let page: [PaymentRefund] = try all(
                "SELECT body FROM payment_refund WHERE id > ? ORDER BY id LIMIT 500", [last])
            guard let end = page.last else { break }
            for refund in page where refund.processorRefund != nil {
                if try !isAny("SELECT 1 FROM posting WHERE kind = 'refund' AND reference = ?", [refund.id]) {
                    problems.append("the processor accepted the refund \(refund.id), but it is not booked")
                }
                if refund.state != .failed { sums[refund.payment, default: 0] += refund.amountMinor }
            }
            last = end.id
        }
        for (id, sum) in sums.sorted(by: { $0.key < $1.key }) {
            let known = try payment(id)?.refundedMinor ?? 0
            if known != sum {
                problems.append(
                    "the payment \(id) records \(known) minor units as refunded, "
                        + "but its refunds sum to \(sum)"
                )
            }
        }
        return Array(problems.prefix(maxReported))
    }
}
