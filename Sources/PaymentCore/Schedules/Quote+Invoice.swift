import MoneyKit
import Processor

extension Quote {
    /// The parts of the quote as metadata for a subscription. The processor copies the metadata to each new
    /// invoice, so that each period is recorded with the quote that applied at that time.
    ///
    /// Source: Stripe API reference, "Invoices", `parent.subscription_details.metadata`.
    var metadata: Metadata {
        [
            "base_minor": String(minorUnits(of: .base)), "cover_minor": String(minorUnits(of: .coveredFee)),
            "fee_minor": String(applicationFee.minorUnits),
        ]
    }

    /// Creates a quote from metadata. Returns nil if the metadata contains no quote, or if the quote's total
    /// differs from `total`.
    init?(in metadata: Metadata, total: Money) {
        func minor(_ key: String) -> Int64? { metadata[key].flatMap { Int64($0) } }
        guard let base = minor("base_minor"), let cover = minor("cover_minor"), let fee = minor("fee_minor"),
            base >= 0, cover >= 0, base.addingReportingOverflow(cover) == (total.minorUnits, false)
        else { return nil }
        self.init(base: base, cover: cover, total: total, fee: fee)
    }

    /// Creates the quote for an amount that was set at the processor. The whole amount is the base amount,
    /// and no part of it covers a fee.
    init(givenAll total: Money, feeMinor: Int64) {
        self.init(base: total.minorUnits, cover: 0, total: total, fee: feeMinor)
    }

    /// Creates the quote for a paid invoice from the invoice's metadata. If the metadata contains no quote
    /// that matches the paid amount, the whole amount is the base amount.
    init(of invoice: Invoice) {
        let total = Money(invoice.amountPaid, invoice.currency)
        self =
            Quote(in: invoice.metadata, total: total)
            ?? Quote(
                base: total.minorUnits, cover: 0, total: total, fee: invoice.applicationFeeAmount ?? 0)
    }

    /// Creates a quote for a charge whose original quote is unknown, from the charge's amount and application
    /// fee. The whole amount is the base amount.
    init(unknown total: Money, fee: Int64) {
        self.init(base: total.minorUnits, cover: 0, total: total, fee: fee)
    }

    private init(base: Int64, cover: Int64, total: Money, fee: Int64) {
        let lines = [
            Line(.base, Money(base, total.currency)), Line(.coveredFee, Money(cover, total.currency)),
        ]
        self.init(
            lines: cover == 0 ? Array(lines.prefix(1)) : lines, total: total,
            applicationFee: Money(fee, total.currency))
    }
}
