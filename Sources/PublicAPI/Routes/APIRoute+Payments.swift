import DataFolderKit
import Documents
import Giving
import Payees
import PaymentCore
import Processor
import StaffAccess

/// Operations on the payments of all products.
extension APIRoute {
    static let payments: [APIRoute] = [
        post(
            "/api/payments/{payment}/challenge", "answerPaymentChallenge",
            "Confirm or refuse a payment at the simulated bank, as the payer",
            [.challengeOutcome],
            records: .challengePayment, answers: Payment.answered.schema
        ) { context in
            let payment = try await context.payment()
            let outcome = context.fields.challengeOutcome
            try await context.onceDone(["challenge", payment.id]) {
                if let outcome { try await context.data.play(outcome, forPayment: payment.id) }
            }
            // A repeated request reports a declined card again.
            let now = try await context.data.known(payment)
            try now.checkCard()
            return Payment.answered.document(of: now)
        }
    ]
}

extension Payment {
    /// Throws the card's error if the payment failed and the payer can try another card.
    func checkCard() throws(APIError) {
        guard state == .requiresPaymentMethod, let failure else { return }
        throw APIError(402, .card, failure.code, PaymentFailure.sentenceForDonors)
    }

    /// The fields of a payment's document, which are the same for all products.
    fileprivate static let answered = DocumentFields<Payment>("payment") {
        Field("id") { $0.id }
        Field("product", "gift, contract, job or dependent_fee") { $0.kind }
        Field("state") { $0.state }
    }
}

extension APIRequestContext {
    /// Returns the payment identified in the path, if its payee belongs to an organization that the API key
    /// can access.
    ///
    /// - Throws: ``APIObject/notYours(_:)`` if the key cannot access the payment.
    fileprivate func payment() async throws -> Payment {
        let (id, organizations) = (part("payment"), organizations)
        return try await owned(.payment, id) { transaction in
            guard let payment = try transaction.payment(id), !payment.payee.isEmpty else { return nil }
            let owner = try organizations.first { org in
                try transaction.organization(org)?.account == payment.payee
                    || transaction.payeeAccounts(of: org).contains(payment.payee)
            }
            return (payment, owner)
        }
    }
}
