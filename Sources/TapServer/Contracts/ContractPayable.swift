import Contracts
import PaymentCore

/// A part of a contract that a link leads to, as it stands.
struct ContractPayable: Sendable {
    let contract: Contract
    /// Of the instalment, from 1 on.
    let number: Int
    /// Its last payment.
    let payment: Payment?

    /// What can be done about it.
    enum State: Hashable, Sendable {
        /// It waits to be paid; why the last card was not taken, where one was not.
        case payable(refusal: String?)
        /// The payer's bank asks the payer.
        case bank
        /// The processor has not said what became of it, or a person has to look.
        case waiting
        case paid
        /// It cannot be paid now, and why.
        case closed(String)
    }

    var state: State {
        if contract.instalment(number)?.paidAt != nil { return .paid }
        switch payment?.state {
        case .requiresAction: return .bank
        case .requiresConfirmation, .processing, .requiresCapture, .needsReview, .succeeded: return .waiting
        case nil, .requiresPaymentMethod, .canceled: break
        }
        do {
            try contract.check(.pay(number), by: .payer)
            return .payable(refusal: refusal)
        } catch {
            return .closed(Self.sentence(of: contract.status))
        }
    }

    private var refusal: String? {
        guard let failure = payment?.failure, payment?.state == .requiresPaymentMethod else { return nil }
        return DonorSentence.ofRefusal(failure.code, isDecline: failure.isDecline)
    }

    private static func sentence(of status: ContractStatus) -> String {
        switch status {
        case .cancelled: "This contract was canceled."
        case .disputed: "This contract is disputed: it can be paid when that is resolved."
        case .completed: "This contract is completed."
        case .draft, .pendingSignature, .active: "This payment is not asked for."
        }
    }
}
