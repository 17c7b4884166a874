import DatabaseKit
public import PaymentCore
import TimeKit
import TokenKit

/// What is paid: by whoever has the link, or by the contract's id.
public enum PaymentTarget: Hashable, Sendable {
    /// What a link ends with.
    case token(String)
    /// The instalment of this number.
    case instalment(contract: String, number: Int)
}

extension ContractService {
    /// Pays an instalment; one that was declined is tried again with another method.
    ///
    /// - Parameters:
    ///   - method: `pm_…`
    ///   - client: The address of the network from which the payer comes, or nil.
    ///   - key: The same key with the same target and method answers the same payment, for 24 hours.
    /// - Returns: The contract and the payment, also one that was declined: it says why. It is not final when the
    ///   processor did not answer: `reconcile` finds out.
    /// - Throws: ``ContractError``; `PaymentError` when the guard lets no card through.
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
                throw ContractError("its payment is \(earlier.state.rawValue)", of: contract)
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
    /// What stands on the card statement: 5 to 22 of the letters and digits of the payee's name.
    ///
    /// Source: docs.stripe.com/get-started/account/statement-descriptors, "Requirements".
    fileprivate var statementDescriptor: String {
        let words = payeeName.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let text = words.joined(separator: " ").prefix(22).split(separator: " ").joined(separator: " ")
        return text.count >= 5 && text.contains(where: \.isLetter) ? text : "CONTRACT"
    }
}
