// The methods are documented where they are promised, in `PaymentUnit.swift`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import DatabaseKit
import GRDB
public import MoneyKit

extension DatabaseUnit: CallRecords {
    public func open(_ call: ProcessorCall) throws {
        try run(
            "INSERT INTO processor_call (id, subject, body) VALUES (?, ?, ?)",
            [call.id, call.subjectName, try document(call)])
    }

    public func close(call: String) throws -> Bool {
        try run("DELETE FROM processor_call WHERE id = ?", [call])
        return database.changesCount > 0
    }

    public func calls(about subject: String) throws -> [ProcessorCall] {
        try all(
            ProcessorCall.self, "SELECT body FROM processor_call WHERE subject = ? ORDER BY id", [subject])
    }

    public func isCollecting(from payee: String) throws -> Bool {
        try isAny("SELECT 1 FROM processor_call WHERE subject = ?", ["collection:\(payee)"])
    }

    public func isRepaying(_ payee: String) throws -> Bool {
        try isAny("SELECT 1 FROM processor_call WHERE subject = ?", ["repayment:\(payee)"])
    }

    public func isPayingOut(to payee: String, in currency: Currency) throws -> Bool {
        try isAny("SELECT 1 FROM processor_call WHERE subject = ?", ["payout:\(payee):\(currency.code)"])
    }

    public func openCalls(limit: Int) throws -> [ProcessorCall] {
        try all(ProcessorCall.self, "SELECT body FROM processor_call ORDER BY id LIMIT ?", [limit])
    }
}

extension ProcessorCall {
    /// What open calls are found by.
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
