import PaymentCore
import TimeKit

extension OutboxNotice {
    static let paymentRequestKind = "payment_request"

    /// Creates a notification that asks the payer to pay an installment. The notification does not contain
    /// the payment link, because only the link's hash is stored. The link is added when the notification is
    /// read.
    static func paymentRequest(_ contract: Contract, _ number: Int, as id: String, at time: Timestamp)
        -> OutboxNotice
    {
        notice(contract, number, paymentRequestKind, to: .payer, "Payment requested", as: id, at: time)
    }

    /// Creates a notification that an installment was paid.
    static func paymentReceived(_ contract: Contract, _ number: Int, as id: String, at time: Timestamp)
        -> OutboxNotice
    {
        notice(contract, number, "payment_received", to: .payee, "Payment received", as: id, at: time)
    }

    private static func notice(
        _ contract: Contract, _ number: Int, _ kind: String, to recipient: Recipient, _ title: String,
        as id: String, at time: Timestamp
    ) -> OutboxNotice {
        OutboxNotice(
            id: id, kind: kind, to: recipient, about: contract.id, title: title,
            body: "\(title) for \(contract.terms.title)",
            data: ["contract_id": contract.id, "instalment": "\(number)"], time: time)
    }
}
