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
        OutboxNotice(
            id: id, kind: paymentRequestKind, to: .payer, about: contract.id, title: "Payment requested",
            body: "Payment requested for \(contract.terms.title)",
            data: ["contract_id": contract.id, "instalment": "\(number)"], time: time)
    }

    /// Creates a notification that an installment was paid.
    static func paymentReceived(_ contract: Contract, _ number: Int, as id: String, at time: Timestamp)
        -> OutboxNotice
    {
        OutboxNotice(
            id: id, kind: "payment_received", to: .payee, about: contract.id, title: "Payment received",
            body: "Payment received for \(contract.terms.title)",
            data: ["contract_id": contract.id, "instalment": "\(number)"], time: time)
    }
}
