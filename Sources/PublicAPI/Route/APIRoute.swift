package import DataFolderKit
package import Documents
import StaffAccess

/// An operation of the API. It routes requests, and the OpenAPI document is generated from it.
package struct APIRoute: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case patch = "PATCH"

        /// Whether the method changes data. Such a request has a body and requires an `Idempotency-Key`.
        package var changes: Bool { self != .get }
    }

    /// The permission that an operation requires.
    package enum Access: Sendable {
        /// Everyone, even without a key.
        case everybody
        /// Keys that may read gifts and money.
        case money
        /// Keys that may change gifts and money.
        case changes
        /// Keys that may add and change organizations.
        case organizations
        /// Keys that may read tags and seats.
        case tags
        /// Keys that may change the destinations of tags, which donors follow.
        case tagChanges

        /// The roles that have the permission; nil if no key is required.
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

    /// The operation's id, like `listGifts`, which generated clients use as its name.
    package let name: String
    package let method: Method
    package let path: APIPath
    package let summary: String
    package let access: Access
    /// The parameters of the query, or the fields of the body.
    package let fields: [APIField]
    package let answer: APISchema
    /// Whether the operation charges a card that the program names. The server limits its rate like that of gifts.
    let triesCards: Bool
    package let work: @Sendable (APIRequestContext) async throws -> JSONValue

    package static func get(
        _ template: String, _ name: String, _ summary: String, for access: Access, _ fields: [APIField] = [],
        answers answer: APISchema, _ work: @escaping @Sendable (APIRequestContext) async throws -> JSONValue
    ) -> APIRoute {
        APIRoute(
            name: name, method: .get, path: APIPath(template), summary: summary, access: access,
            fields: fields, answer: answer, triesCards: false, work: work)
    }

    /// Declares a change, which is executed once per `Idempotency-Key`.
    static func post(
        _ template: String, _ name: String, _ summary: String, for access: Access = .changes,
        _ fields: [APIField] = [], answers answer: APISchema, triesCards: Bool = false,
        _ work: @escaping @Sendable (APIRequestContext) async throws -> JSONValue
    ) -> APIRoute {
        APIRoute(
            name: name, method: .post, path: APIPath(template), summary: summary, access: access,
            fields: fields, answer: answer, triesCards: triesCards, work: work)
    }

    /// Declares a change of the object in the path, otherwise like ``post(_:_:_:for:_:answers:triesCards:_:)``.
    static func patch(
        _ template: String, _ name: String, _ summary: String, for access: Access = .changes,
        _ fields: [APIField] = [], answers answer: APISchema,
        _ work: @escaping @Sendable (APIRequestContext) async throws -> JSONValue
    ) -> APIRoute {
        APIRoute(
            name: name, method: .patch, path: APIPath(template), summary: summary, access: access,
            fields: fields, answer: answer, triesCards: false, work: work)
    }

    /// The operations of all products of this package.
    package static let all = all(of: Products.all)

    /// Returns all operations: those of giving, and those of products.
    package static func all(of products: [any PlatformProduct]) -> [APIRoute] {
        [description(of: products)]
            + [
                organizations, organizationChanges, funds, gifts, refunds, recurring, statements, taps, tags,
                batchPlans, managed,
            ].flatMap(\.self)
            + products.compactMap { $0 as? any APIProduct }.flatMap(\.routes) + payments + stats
    }

    /// Returns the operation that describes all operations, including itself.
    private static func description(of products: [any PlatformProduct]) -> APIRoute {
        get(
            "/api/openapi.json", "describe", "This document", for: .everybody, answers: .object([])
        ) { _ in OpenAPIDocument.document(of: all(of: products)) }
    }
}
