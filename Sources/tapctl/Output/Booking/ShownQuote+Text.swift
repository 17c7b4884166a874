import Bookings
import Documents
import Giving
import MoneyKit
import PaymentCore
import TimeKit

extension ShownQuote {
    /// The text for a person.
    func text(style: Style) -> String {
        var rows = [
            ("quote", quote.id), ("status", status.replacing("_", with: " ")),
            ("title", printable(quote.request.title)),
            ("address", quote.request.address.map { printable($0) } ?? "Unknown"),
            ("payer", printable("\(quote.request.payer.name), \(quote.request.payer.email)")),
            ("payer pays", quote.quote.total.shown), ("platform fee", quote.quote.applicationFee.shown),
            ("payee receives", quote.quote.payeeNet.shown),
        ]
        if let payment { rows.append(("payment", payment.id)) }
        if let job {
            rows.append(("job", job.id))
        } else if status == "open" {
            rows.append(("pay until", quote.expires.iso8601))
        }
        rows.append(("", TestMark.sentence))
        return columns(rows, style: style)
    }
}
