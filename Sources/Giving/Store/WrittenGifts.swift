public import DatabaseKit
import MoneyKit
import PaymentCore
import TimeKit

extension Gift: FastEncodable {
    /// Writes all fields, sorted by name.
    public func write(to document: inout DocumentWriter) {
        document.field("amount", amount)
        document.field("bookedOn", bookedOn?.iso8601)
        document.field("countedMinor", countedMinor)
        document.field("coveredFeeMinor", coveredFeeMinor)
        document.field("created", created.seconds)
        document.field("donor", donor)
        document.field("failureCode", failureCode)
        document.field("feeMinor", feeMinor)
        document.field("fund", fund)
        document.field("fundName", fundName)
        document.field("giver", giver)
        document.field("id", id)
        document.field("isRefused", isRefused)
        document.field("knownOn", knownOn?.iso8601)
        document.field("livemode", livemode)
        document.field("organization", organization)
        document.field("paidAt", paidAt?.seconds)
        document.field("payment", payment)
        document.field("paymentIntent", paymentIntent)
        document.field("receiptNumber", receiptNumber)
        document.field("recurring", recurring)
        document.field("refundedMinor", refundedMinor)
        document.field("status", status)
        document.field("tap", tap)
        document.field("timeZone", timeZone)
    }
}

extension DonorDetails: FastEncodable {
    /// Writes all fields, sorted by name.
    public func write(to document: inout DocumentWriter) {
        document.field("email", email)
        document.field("name", name)
        document.field("phone", phone)
    }
}

extension Receipt: FastEncodable {
    /// Writes all fields, sorted by name.
    public func write(to document: inout DocumentWriter) {
        document.field("coveredFeeMinor", coveredFeeMinor)
        document.field("donor", donor)
        document.field("donorEmail", donorEmail)
        document.field("donorName", donorName)
        document.field("fund", fund)
        document.field("fundName", fundName)
        document.field("gift", gift)
        document.field("isMonthly", isMonthly)
        document.field("issued", issued.seconds)
        document.field("issuer", issuer)
        document.field("livemode", livemode)
        document.field("number", number.text)
        document.field("paidAt", paidAt.seconds)
        document.field("refundedMinor", refundedMinor)
        document.field("replacedBy", replacedBy?.text)
        document.field("replaces", replaces?.text)
        document.field("revision", revision)
        document.field("state", state)
        document.field("total", total)
        document.field("voided", voided?.seconds)
    }
}

extension ReceiptIssuer: FastEncodable {
    /// Writes all fields, sorted by name.
    public func write(to document: inout DocumentWriter) {
        document.field("country", country)
        document.field("displayName", displayName)
        document.field("id", id)
        document.field("taxID", taxID)
        document.field("timeZone", timeZone)
    }
}
