package import DataFolderKit
import DigestKit
import Documents
import Foundation
package import Giving
package import InvocationRouter
import StaffAccess

/// One call of a key that may make it, with what was asked: read, and held against the route's fields.
package struct APIVisit: Sendable {
    package let data: DataFolder
    /// Our hosts; the first stands in the URLs that are made.
    package let hosts: HostList
    /// 64 random bits a call.
    package let random: @Sendable () -> UInt64
    /// The id of the API key; empty where none is needed.
    package let key: String
    /// The organizations that the key reaches, as the directory spells them.
    package let organizations: [String]
    /// What stands in the place of the path's names.
    package let path: [String: String]
    package let fields: APIFields
    /// Under what a change is remembered; empty for what changes nothing.
    let requestKey: String
    /// Whether the key's role may change gifts and money.
    let mayChange: Bool

    /// Whether an organization is the key's.
    func reaches(_ organization: String) -> Bool {
        organizations.contains { $0.lowercased() == organization.lowercased() }
    }

    /// What stands in the place of a name of the path.
    package func part(_ name: String) -> String { path[name] ?? "" }

    /// The id of an organization of the key, by its id or alias; what is another's is not there, as what never was.
    ///
    /// - Throws: `unknownOrganization`.
    package func organization(_ name: String) async throws -> String {
        // Ids are looked up first, and no alias can be the same: what is in the key needs no look.
        if let own = organizations.first(where: { $0.lowercased() == name.lowercased() }) { return own }
        let found = try await data.read { try $0.organization(alias: name) }
        guard let found, reaches(found.id) else {
            throw GivingError(.unknownOrganization, String(name.prefix(64)))
        }
        return found.id
    }

    /// The organization that a list is of: the one that is named, or the key's only one.
    ///
    /// - Throws: `unknownOrganization`; ``APIError`` where one has to be named.
    func listedOrganization() async throws -> String {
        if let name = fields.text("org") { return try await organization(name) }
        guard organizations.count == 1, let only = organizations.first else {
            throw APIError.field(
                "missingField", "org", "is missing", remedy: "This key reaches several: name one of them.")
        }
        return only
    }

    /// A gift of the key's organizations.
    ///
    /// - Throws: `notFound`.
    package func gift() async throws -> Gift {
        let id = part("gift")
        guard let gift = try await data.read({ try $0.gift(id) }), reaches(gift.organization) else {
            throw GivingError(.notFound, "gift \(id.prefix(40))")
        }
        return gift
    }

    /// A monthly gift of the key's organizations.
    ///
    /// - Throws: `notFound`.
    func monthlyGift() async throws -> RecurringGift {
        let id = part("recurring")
        guard let gift = try await data.read({ try $0.recurring(id) }), reaches(gift.organization) else {
            throw GivingError(.notFound, "monthly gift \(id.prefix(40))")
        }
        return gift
    }
}

/// Under what a request of a key is remembered: what a program calls it does not stand there, and two programs that call
/// theirs the same do not meet.
enum APIRequestKey {
    /// Letters alone: a run of digits in it could be taken for the number of a card, which is refused.
    static func of(_ idempotencyKey: String, _ key: APIKey) -> String {
        let digest = SHA256.hash("\(key.id)\n\(idempotencyKey)".utf8)
        let letters = digest.flatMap { [$0 >> 4, $0 & 15] }.map { UInt8(ascii: "a") + $0 }
        return "api:" + String(decoding: letters, as: UTF8.self)
    }

    /// 1...255 printable characters of ASCII.
    static func isOne(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}
