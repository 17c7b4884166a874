import DatabaseKit
public import PaymentCore
import TimeKit
import TokenKit

/// The installment to pay, identified by a payment link, or by the contract's id and the installment's
/// number.
public enum PaymentTarget: Hashable, Sendable {
    /// The token at the end of a payment link.
    case token(String)
    /// The installment with this number, starting at 1.
    case instalment(contract: String, number: Int)
}

extension ContractService {
    /// Pays an installment. After a decline, the installment can be paid with a different payment method.
    ///
    /// - Parameters:
    ///   - method: The payment method's id, `pm_…`.
    ///   - client: The payer's network address, or nil.
    ///   - key: The idempotency key. For 24 hours, calls with the same key, target and method return the same
    ///     payment.
    /// - Returns: The contract and the payment. A declined payment contains the reason. If the processor did
    ///   not respond, the payment is not final, and a reconciliation finishes it.
    /// - Throws: ``ContractError``; `PaymentError`, for example if the fraud guard blocks the attempt.
    public func pay(
        _ target: PaymentTarget, method: String, client: String? = nil, key: String? = nil
    ) async throws -> (contract: Contract, payment: Payment) {
        let (id, payment, calls) = try await database.write { transaction in
            try decide(target, method: method, client: client, key: key, in: transaction)
        }
        try await payments.executeTolerantly(calls)
        try await settle(id)
        return try await database.read { transaction in
            let payment = try transaction.existingPayment(payment)
            return (try transaction.existing(id), payment)
        }
    }

    private typealias Decided = (contract: String, payment: String, calls: [ProcessorCall])

    private func decide(
        _ target: PaymentTarget, method: String, client: String?, key: String?, in transaction: Transaction
    ) throws -> Decided {
        let (contract, number) =
            switch target {
            case .token(let token): try find(token: token, in: transaction)
            case .instalment(let id, let number): (try transaction.existing(id), number)
            }
        let now = clock.now()
        let fingerprint = TextHash.of("\(contract.id)\u{1F}\(number)\u{1F}\(method)")
        if let key,
            let earlier = try transaction.paymentKey(key, since: now.adding(seconds: -PaymentKey.memory))
        {
            guard earlier.fingerprint == fingerprint else { throw ContractError(.idempotencyConflict) }
            return (contract.id, earlier.payment, try transaction.calls(about: earlier.payment))
        }
        try contract.check(.pay(number), by: .payer)
        try checkPayable(contract, in: transaction)
        let (name, email) = (contract.terms.payer.name, contract.terms.payer.email)
        let payer = Payer(name: name, email: email, phone: nil, client: client)
        let (payment, call) = try begin(number, of: contract, method: method, payer: payer, in: transaction)
        if let key {
            try transaction.save(PaymentKey(key: key, fingerprint: fingerprint, payment: payment, time: now))
        }
        return (contract.id, payment, [call])
    }

    private func begin(
        _ number: Int, of before: Contract, method: String, payer: Payer, in transaction: Transaction
    ) throws -> (String, ProcessorCall) {
        var contract = before
        if let earlier = try contract.instalments[number - 1].payment.flatMap({ try transaction.payment($0) })
        {
            if earlier.state == .requiresPaymentMethod {
                return (
                    earlier.id, try payments.retry(earlier.id, method: method, payer: payer, in: transaction)
                )
            }
            guard earlier.state == .canceled else {
                throw ContractError("the payment for this part \(earlier.state.clause)", of: contract)
            }
        }
        let order = PaymentOrder(
            kind: ContractPolicy.kind, subject: contract.id,
            form: .held(payee: contract.terms.payee),
            quote: try contract.terms.quote(of: contract.instalments[number - 1].amount), method: method,
            payer: payer, statementDescriptor: contract.terms.statementDescriptor)
        let (payment, call) = try payments.begin(order, in: transaction)
        contract.instalments[number - 1].payment = payment.id
        try transaction.save(contract)
        return (payment.id, call)
    }
}

extension ContractTerms {
    /// The text on the card statement: at most 22 characters of the payee's name. Characters other than ASCII
    /// letters and digits are replaced by spaces. If fewer than 5 characters or no letters remain, the text
    /// is `CONTRACT`.
    ///
    /// Source: docs.stripe.com/get-started/account/statement-descriptors, "Requirements".
    fileprivate var statementDescriptor: String {
        let words = payeeName.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let text = words.joined(separator: " ").prefix(22).split(separator: " ").joined(separator: " ")
        return text.count >= 5 && text.contains(where: \.isLetter) ? text : "CONTRACT"
    }
}
