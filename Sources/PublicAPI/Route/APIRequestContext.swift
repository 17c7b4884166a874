package import DataFolderKit
import DigestKit
import Documents
import Foundation
package import Giving
package import InvocationRouter
import StaffAccess

/// A permitted call of the API, with its parameters parsed and checked against the fields of the route.
package struct APIRequestContext: Sendable {
    package let data: DataFolder
    /// Our hosts. Generated URLs have the first one.
    package let hosts: HostList
    /// A source of 64 random bits per call.
    package let random: @Sendable () -> UInt64
    /// The id of the API key; empty for a route without one.
    package let key: String
    /// The ids of the key's organizations, as the directory spells them.
    package let organizations: [String]
    /// The values of the path's variable segments, by name.
    package let path: [String: String]
    package let fields: APIFields
    /// The key under which a change is recorded; empty for a request that changes nothing.
    let requestKey: String
    /// Whether the key's role may change gifts and money.
    let mayChange: Bool

    /// Returns whether an organization is one of the key's.
    func reaches(_ organization: String) -> Bool {
        organizations.contains { $0.lowercased() == organization.lowercased() }
    }

    /// Returns the value of a variable segment of the path.
    package func part(_ name: String) -> String { path[name] ?? "" }

    /// Returns the id of one of the key's organizations, by its id or alias. Any other organization is treated as
    /// unknown.
    ///
    /// - Throws: `GivingError` with code `unknownOrganization`.
    package func organization(_ name: String) async throws -> String {
        // Ids have precedence, and no alias can equal one, so the key's own ids need no lookup.
        if let own = organizations.first(where: { $0.lowercased() == name.lowercased() }) { return own }
        let found = try await data.read { try $0.organization(alias: name) }
        guard let found, reaches(found.id) else {
            throw GivingError(.unknownOrganization, String(name.prefix(64)))
        }
        return found.id
    }

    /// Returns the id of the organization in the path.
    package func organization() async throws -> String { try await organization(part("org")) }

    /// Returns the organization of a list: the named one, or the only one of the key.
    ///
    /// - Throws: `GivingError` with code `unknownOrganization`; ``APIError`` if one has to be named.
    func listedOrganization() async throws -> String {
        if let name = fields.text("org") { return try await organization(name) }
        guard organizations.count == 1, let only = organizations.first else {
            throw APIError.field(
                "missingField", "org", "is missing",
                remedy: "This key has several organizations: choose one of them.")
        }
        return only
    }

    /// Returns the gift in the path, if it belongs to one of the key's organizations.
    ///
    /// - Throws: `GivingError` with code `notFound`.
    package func gift() async throws -> Gift {
        let id = part("gift")
        guard let gift = try await data.read({ try $0.gift(id) }), reaches(gift.organization) else {
            throw GivingError(.notFound, "gift \(id.prefix(40))")
        }
        return gift
    }

    /// Returns the monthly gift in the path, if it belongs to one of the key's organizations.
    ///
    /// - Throws: `GivingError` with code `notFound`.
    func monthlyGift() async throws -> RecurringGift {
        let id = part("recurring")
        guard let gift = try await data.read({ try $0.recurring(id) }), reaches(gift.organization) else {
            throw GivingError(.notFound, "monthly gift \(id.prefix(40))")
        }
        return gift
    }
}

/// The keys under which requests are recorded. They do not reveal a program's own idempotency keys, and equal ones of
/// two API keys do not collide.
enum APIRequestKey {
    /// Returns the key for a request. It contains only letters, because a run of digits could be mistaken for a card
    /// number, which is refused.
    static func of(_ idempotencyKey: String, _ key: APIKey) -> String {
        let digest = SHA256.hash("\(key.id)\n\(idempotencyKey)".utf8)
        let letters = digest.flatMap { [$0 >> 4, $0 & 15] }.map { UInt8(ascii: "a") + $0 }
        return "api:" + String(decoding: letters, as: UTF8.self)
    }

    /// Returns whether an idempotency key is valid: 1 to 255 printable ASCII characters.
    static func isOne(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}
