public import PaymentCore

/// What one unit of work can do for dependents.
public protocol DependentUnit: PaymentUnit, DependentRecords {}

/// Dependents and their guardians.
public protocol DependentRecords {
    /// Keeps a guardian: a new one, or its next state.
    func save(_ guardian: Guardian) throws
    /// The guardian of this id, or nil.
    func guardian(_ id: String) throws -> Guardian?
    /// The guardian of this token's hash, or nil.
    func guardian(hash: String) throws -> Guardian?

    /// Keeps a dependent: a new one, or its next state.
    func save(_ enrolled: EnrolledDependent) throws
    /// The dependent of this id, or nil.
    func dependent(_ id: String) throws -> EnrolledDependent?
    /// Those of one guardian, of one agency, or all; what is due first comes first.
    func dependents(ofGuardian guardian: String?, agency: String?, limit: Int) throws -> [EnrolledDependent]
}
