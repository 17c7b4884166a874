import DataFolderKit
package import Documents
import StaffAccess

/// One thing that the API does: calls are led by it, and the OpenAPI document is made of it.
package struct APIRoute: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case patch = "PATCH"

        /// It changes something: it has a body, and an `Idempotency-Key`.
        package var changes: Bool { self != .get }
    }

    /// Who may ask for it.
    package enum Access: Sendable {
        /// Anybody, without a key.
        case everybody
        /// Whoever may see gifts and money.
        case money
        /// Whoever may change them.
        case changes
        /// Whoever may add organizations and change them.
        case organizations
        /// Whoever may see tags and seats.
        case tags
        /// Whoever may say where tags lead: givers follow them.
        case tagChanges

        /// The roles of a key; nil where none is needed.
        var roles: [StaffRole]? {
            permission.map { permission in StaffRole.allCases.filter { $0.permits(permission) } }
        }

        private var permission: StaffPermission? {
            switch self {
            case .everybody: nil
            case .money: .seeMoney
            case .changes: .change
            case .organizations, .tagChanges: .changeOrganizations
            case .tags: .seeTags
            }
        }
    }

    /// As `listGifts`: what programs that are made of the document call it.
    package let name: String
    package let method: Method
    package let path: APIPath
    package let summary: String
    package let access: Access
    /// Parameters of the query, or keys of the body.
    package let fields: [APIField]
    package let answer: APISchema
    /// Whether it charges a card at once that the program names, so that the server counts it as a gift.
    let triesCards: Bool
    package let work: @Sendable (APIVisit) async throws -> JSONValue

    package static func get(
        _ template: String, _ name: String, _ summary: String, for access: Access, _ fields: [APIField] = [],
        answers answer: APISchema, _ work: @escaping @Sendable (APIVisit) async throws -> JSONValue
    ) -> APIRoute {
        APIRoute(
            name: name, method: .get, path: APIPath(template), summary: summary, access: access,
            fields: fields, answer: answer, triesCards: false, work: work)
    }

    /// A change: only by those who may make it, and once for its `Idempotency-Key`.
    static func post(
        _ template: String, _ name: String, _ summary: String, for access: Access = .changes,
        _ fields: [APIField] = [], answers answer: APISchema, triesCards: Bool = false,
        _ work: @escaping @Sendable (APIVisit) async throws -> JSONValue
    ) -> APIRoute {
        APIRoute(
            name: name, method: .post, path: APIPath(template), summary: summary, access: access,
            fields: fields, answer: answer, triesCards: triesCards, work: work)
    }

    /// A change of what the path names, as ``post(_:_:_:for:_:answers:triesCards:_:)`` in all else.
    static func patch(
        _ template: String, _ name: String, _ summary: String, for access: Access = .changes,
        _ fields: [APIField] = [], answers answer: APISchema,
        _ work: @escaping @Sendable (APIVisit) async throws -> JSONValue
    ) -> APIRoute {
        APIRoute(
            name: name, method: .patch, path: APIPath(template), summary: summary, access: access,
            fields: fields, answer: answer, triesCards: false, work: work)
    }

    /// All that there is.
    package static let all: [APIRoute] = [
        [description], organizations, organizationChanges, funds, gifts, refunds, recurring, statements, taps,
        tags, batchPlans, managed, dependents, contracts, bookings, payments, billing, stats,
    ].flatMap(\.self)

    /// The description of all, itself among them.
    private static let description = get(
        "/api/openapi.json", "describe", "This document", for: .everybody, answers: .object([])
    ) { _ in OpenAPIDocument.document(of: all) }
}
