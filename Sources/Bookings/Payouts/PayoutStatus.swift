import PaymentCore

/// Where the payee's share of a job stands: a view of its payment, its release, and the payouts of the account.
public enum PayoutStatus: String, Hashable, Sendable, Codable, CaseIterable {
    /// It is held.
    case pending
    /// It is on the way to the payee's account, there, or on the way to the bank.
    case processing
    /// The payee's bank has it.
    case paid
    /// The processor, or the bank, did not take it.
    case failed

    /// What follows from where a payment's money stands.
    ///
    /// - Parameter arrived: What became of the money that reached the account; asked where all of it did.
    init(_ settlement: Settlement, arrived: () throws -> PayoutStatus) rethrows {
        self =
            switch settlement {
            case .none, .held, .reversed: .pending
            case .transferring: .processing
            case .failed: .failed
            case .released: try arrived()
            }
    }
}
