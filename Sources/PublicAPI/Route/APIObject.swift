import Bookings
import Contracts
import Dependents
import DataFolderKit
import DatabaseKit
import FailureKit
import Giving
import Payees
import TagRegistry

/// A kind of object that API clients identify by an id.
///
/// The error for an id that an API key cannot access is created only here. The response for an object of
/// another organization is therefore exactly the same as for an id that never existed (OWASP ASVS 5.0,
/// 8.2.2).
enum APIObject: CaseIterable, Sendable {
    case organization, gift, monthlyGift, statement, batch, managedTag
    case payment, contract, payee, quote, job, dependent

    /// Returns the error for an id that does not exist or belongs to another organization.
    func notYours(_ id: String) -> any Error {
        let (id, name) = (String(id.prefix(40)), String(id.prefix(64)))
        return switch self {
        case .organization: GivingError(.unknownOrganization, name)
        case .gift: GivingError(.notFound, "gift \(id)")
        case .monthlyGift: GivingError(.notFound, "monthly gift \(id)")
        case .statement:
            GivingError(
                .notFound, "statement of this donor for the requested year",
                wanted: "a statement exists for each year with gifts that were not fully refunded")
        case .batch: GivingError(.notFound, "batch \(name)")
        case .managedTag: RegistryError(.unknownDestination, id)
        case .payment: GivingError(.notFound, "payment \(id)")
        case .contract: ContractError(.notFound, id)
        case .payee: PayeeError(.profileNotFound, id)
        case .quote: BookingError(.quoteNotFound, id)
        case .job: BookingError(.jobNotFound, id)
        case .dependent: DependentError.unknown(id)
        }
    }
}

extension APIRequestContext {
    /// Returns an object of an organization that the API key can access.
    ///
    /// - Parameters:
    ///   - kind: The kind of object.
    ///   - id: The id from the request.
    ///   - find: A closure that returns the object and the id of its organization, or nil if no object has
    ///     this id.
    /// - Throws: The error from ``APIObject/notYours(_:)`` if the object does not exist or the key cannot
    ///   access it.
    func owned<Object>(
        _ kind: APIObject, _ id: String, find: () throws -> (object: Object, organization: String?)?
    ) throws -> Object {
        guard let found = try find(), let organization = found.organization, reaches(organization) else {
            throw kind.notYours(id)
        }
        return found.object
    }

    /// Reads an object in a separate transaction. The object must belong to an organization that the API key
    /// can access.
    ///
    /// - Throws: The error from ``APIObject/notYours(_:)`` if the object does not exist or the key cannot
    ///   access it.
    func owned<Object: Sendable>(
        _ kind: APIObject, _ id: String,
        find: @escaping @Sendable (Transaction) throws -> (object: Object, organization: String?)?
    ) async throws -> Object {
        try await data.read { transaction in try owned(kind, id) { try find(transaction) } }
    }
}
