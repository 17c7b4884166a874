public import DatabaseKit
public import MoneyKit
import TimeKit

// Hand-written encodings of the documents that are saved with each payment. A test compares them with `Codable`.

extension Payment: FastEncodable {
    /// Writes all fields, sorted by name.
    public func write(to document: inout DocumentWriter) {
        document.field("applicationFeeMinor", applicationFeeMinor)
        document.field("attempts", attempts)
        document.field("awaitsCustomer", awaitsCustomer)
        document.field("charge", charge)
        document.field("collectedMinor", collectedMinor)
        document.field("created", created.seconds)
        document.field("customer", customer)
        document.field("failure", failure)
        document.field("feeBaseMinor", feeBaseMinor)
        document.field("feeReturnedMinor", feeReturnedMinor)
        document.field("id", id)
        document.field("intent", intent)
        document.field("invoice", invoice)
        document.field("isDisputed", isDisputed)
        document.field("isFeeConfirmed", isFeeConfirmed)
        document.field("isHeld", isHeld)
        document.field("kind", kind)
        document.field("lostMinor", lostMinor)
        document.field("paidAt", paidAt?.seconds)
        document.field("payee", payee)
        document.field("processorFeeMinor", processorFeeMinor)
        document.field("quote", quote)
        document.field("refundedMinor", refundedMinor)
        document.field("revenue", revenue)
        document.field("schedule", schedule)
        document.field("settlement", settlement)
        document.field("state", state)
        document.field("subject", subject)
        document.field("transfer", transfer)
        document.field("unreversedMinor", unreversedMinor)
    }
}

extension Money: FastEncodable {
    /// Writes all fields, sorted by name.
    public func write(to document: inout DocumentWriter) {
        document.field("amount_minor", minorUnits)
        document.field("currency", currency.code)
    }
}

extension Quote: FastEncodable {
    /// Writes all fields, sorted by name.
    public func write(to document: inout DocumentWriter) {
        document.field("applicationFee", applicationFee)
        document.field("lines", lines)
        document.field("total", total)
    }
}

extension Quote.Line: FastEncodable {
    /// Writes all fields, sorted by name.
    public func write(to document: inout DocumentWriter) {
        document.field("amount", amount)
        document.field("role", role)
    }
}

extension OutboxNotice: FastEncodable {
    /// Writes all fields, sorted by name.
    public func write(to document: inout DocumentWriter) {
        document.field("body", body)
        document.field("data", data)
        document.field("id", id)
        document.field("kind", kind)
        document.field("recipient", recipient)
        document.field("subject", subject)
        document.field("takenUntil", takenUntil?.seconds)
        document.field("time", time.seconds)
        document.field("title", title)
        document.field("toldAt", toldAt?.seconds)
    }
}

extension PaymentFailure: FastEncodable {
    /// Writes all fields, sorted by name.
    public func write(to document: inout DocumentWriter) {
        document.field("code", code)
        document.field("declineCode", declineCode)
        document.field("isDecline", isDecline)
    }
}
