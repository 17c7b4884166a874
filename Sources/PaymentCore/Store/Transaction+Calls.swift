public import DatabaseKit
import MoneyKit

extension Transaction {
    /// Stores a new call. The call must be stored before it is sent, so that a crash cannot lose it.
    public func open(_ call: ProcessorCall) throws {
        try run(
            "INSERT INTO processor_call (id, subject, body) VALUES (?, ?, ?)",
            [call.id, call.subjectName, document(call)])
    }

    /// Removes a call. Use this function in the transaction that records the response to the call.
    ///
    /// - Returns: Whether the call was open. False if another process has already closed it.
    public func close(call: String) throws -> Bool {
        try changedRows("DELETE FROM processor_call WHERE id = ?", [call]) > 0
    }

    /// Returns the open calls for an object, such as a payment, refund or schedule, oldest first.
    public func calls(about subject: String) throws -> [ProcessorCall] {
        try all(
            "SELECT body FROM processor_call WHERE subject = ? ORDER BY id", [subject])
    }

    /// Returns whether there is an open call for a transfer reversal that collects a payee's debt.
    func isCollecting(from payee: String) throws -> Bool {
        try isAny("SELECT 1 FROM processor_call WHERE subject = ?", ["collection:\(payee)"])
    }

    /// Returns whether there is an open call for a transfer that repays the payee.
    func isRepaying(_ payee: String) throws -> Bool {
        try isAny("SELECT 1 FROM processor_call WHERE subject = ?", ["repayment:\(payee)"])
    }

    /// Returns whether there is an open call for a payout to the payee in this currency.
    func isPayingOut(to payee: String, in currency: Currency) throws -> Bool {
        try isAny("SELECT 1 FROM processor_call WHERE subject = ?", ["payout:\(payee):\(currency.code)"])
    }

    /// Returns whether there is an open call for a payout to the payee in any currency.
    func isPayingOut(to payee: String) throws -> Bool {
        let prefix = "payout:\(payee):"
        return try isAny(
            "SELECT 1 FROM processor_call WHERE subject >= ? AND subject < ?",
            [prefix, prefix + "\u{10FFFF}"])
    }

    /// Returns the open calls, oldest first. An open call is in progress, or its outcome is unknown because
    /// of a crash or a missing response.
    public func openCalls(limit: Int) throws -> [ProcessorCall] {
        try all("SELECT body FROM processor_call ORDER BY id LIMIT ?", [limit])
    }
}

extension ProcessorCall {
    /// The value of the `subject` column, which identifies the object that the call is about. For a payout,
    /// it also contains the currency.
    fileprivate var subjectName: String {
        switch (subject, request) {
        case (.payout(let payee), .payout(_, _, let currency)): "payout:\(payee):\(currency.code)"
        case (.payout(let payee), _): "payout:\(payee)"
        case (.collection(let payee), _): "collection:\(payee)"
        case (.repayment(let payee), _): "repayment:\(payee)"
        case (.payment(let id), _), (.refund(let id), _), (.schedule(let id, _), _), (.customer(let id), _),
            (.release(let id), _):
            id
        }
    }
}
