import MoneyKit
import Processor

extension Quote {
    /// What a paid invoice came to: the schedule's quote, unless its amount was changed meanwhile.
    init(of invoice: Invoice, scheduled: Quote) throws {
        let total = Money(invoice.amountPaid, invoice.currency)
        if total == scheduled.total {
            self = scheduled
        } else {
            let fee = Money(invoice.applicationFeeAmount ?? 0, invoice.currency)
            self.init(lines: [Line(.base, total)], total: total, applicationFee: fee)
        }
    }
}
