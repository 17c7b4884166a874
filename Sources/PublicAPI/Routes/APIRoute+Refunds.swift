import DataFolderKit
import Documents
import Giving
import MoneyKit
import PaymentCore

/// Refunds.
extension APIRoute {
    package static let refunds: [APIRoute] = [
        post(
            "/api/gifts/{gift}/refunds", "createRefund",
            "Give a gift back, whole or in part; answers the gift",
            [
                .maybe("amount_minor", .number(1 ... .max), "how much; else all that is left"),
                .maybe("reason", .text(of: ["duplicate", "fraudulent", "requested_by_customer"])),
            ], answers: Gift.fields.schema
        ) { visit in
            let gift = try await visit.gift()
            let amount = visit.fields.number("amount_minor").map { Money($0, gift.amount.currency).typedText }
            return try await visit.data.giving.refund(
                gift.id, amount: amount, reason: visit.fields.text("reason"), key: visit.requestKey
            ).document
        },
        get(
            "/api/gifts/{gift}/refunds", "listRefunds", "Refunds of a gift", for: .money,
            APIPage.fields, answers: .page(of: GiftRefund.fields.schema)
        ) { visit in
            let (page, gift) = (APIPage(visit.fields), try await visit.gift())
            return try await visit.data.read { transaction in
                let all = try gift.payment.map { try transaction.refunds(ofPayment: $0) } ?? []
                try page.check { id in all.contains { $0.id == id } }
                let shown = all.drop { page.behind != nil && $0.id != page.behind }
                    .dropFirst(page.behind == nil ? 0 : 1)
                return page.document(shown.prefix(page.asked).map { GiftRefund($0, of: gift).document })
            }
        },
    ]
}
