import DataFolderKit
import DigestKit
import Documents
import Foundation
import Giving
import InvocationRouter
import StaffAccess

/// A permitted API request. Its parameters have been parsed and validated against the fields of the route.
struct APIRequestContext: Sendable {
    let data: DataFolder
    /// The hosts of giving URLs. Generated URLs use the first host.
    let hosts: HostList
    /// A source of random numbers. Each call returns 64 random bits.
    let random: @Sendable () -> UInt64
    /// The id of the API key. Empty if the route does not require a key.
    let key: String
    /// The ids of the organizations that the key can access, spelled as in the directory.
    let organizations: [String]
    /// The values of the path's variable segments, by name.
    let path: [String: String]
    let fields: APIFields
    /// The key under which a completed request is recorded. Empty for a request that changes nothing.
    let requestKey: String
    /// Whether the role of the API key permits changes such as refunds.
    let mayChange: Bool

    /// Returns whether the API key can access an organization.
    func reaches(_ organization: String) -> Bool {
        organizations.contains { $0.lowercased() == organization.lowercased() }
    }

    /// Returns the value of a variable segment of the path.
    func part(_ name: String) -> String { path[name] ?? "" }

    /// Returns the id of an organization that the API key can access.
    ///
    /// - Parameter name: The organization's id or alias.
    /// - Throws: ``APIObject/notYours(_:)`` if the organization does not exist or the key cannot access it.
    func organization(_ name: String) async throws -> String {
        // Ids have precedence, and no alias can equal an id, so the ids of the key's organizations need no lookup.
        if let own = organizations.first(where: { $0.lowercased() == name.lowercased() }) { return own }
        return try await owned(.organization, name) { transaction in
            try transaction.organization(alias: name).map { ($0.id, $0.id) }
        }
    }

    /// Returns the id of the organization given in the path.
    func organization() async throws -> String { try await organization(part("org")) }

    /// Returns the id of the organization whose objects are listed. If the request does not name an
    /// organization, returns the only organization that the API key can access.
    ///
    /// - Throws: Any error that ``organization(_:)`` throws; ``APIError`` if the request does not name an
    ///   organization, unless the key has access to exactly one.
    func listedOrganization() async throws -> String {
        if let name = fields.text("org") { return try await organization(name) }
        guard organizations.count == 1, let only = organizations.first else {
            throw APIError.field(
                "missingField", "org", "is missing",
                remedy: "Set the field to one of the organizations that this key can access.")
        }
        return only
    }

    /// Returns the gift identified in the path, if it belongs to an organization that the API key can access.
    ///
    /// - Throws: ``APIObject/notYours(_:)`` if the key cannot access the gift.
    func gift() async throws -> Gift {
        let id = part("gift")
        return try await owned(.gift, id) { try $0.gift(id).map { ($0, $0.organization) } }
    }

    /// Returns the monthly gift identified in the path, if it belongs to an organization that the API key can
    /// access.
    ///
    /// - Throws: ``APIObject/notYours(_:)`` if the key cannot access the monthly gift.
    func monthlyGift() async throws -> RecurringGift {
        let id = part("recurring")
        return try await owned(.monthlyGift, id) { try $0.recurring(id).map { ($0, $0.organization) } }
    }
}

/// The keys under which requests are recorded.
///
/// They do not reveal the idempotency keys of clients. If requests with different API keys have the same
/// idempotency key, they are recorded under different keys.
enum APIRequestKey {
    /// Returns the key under which a request is recorded. This key contains no digits, because digits could
    /// be mistaken for a card number.
    static func of(_ idempotencyKey: String, _ key: APIKey) -> String {
        let digest = SHA256.hash("\(key.id)\n\(idempotencyKey)".utf8)
        let letters = digest.flatMap { [$0 >> 4, $0 & 15] }.map { UInt8(ascii: "a") + $0 }
        return "api:" + String(decoding: letters, as: UTF8.self)
    }

    /// Returns whether a string is a valid idempotency key: 1 to 255 printable ASCII characters.
    static func isOne(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}
