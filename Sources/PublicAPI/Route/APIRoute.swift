package import DataFolderKit
package import Documents
package import StaffAccess

/// An operation of the API, used to route requests and to generate the OpenAPI document.
package struct APIRoute: Sendable {
    enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case patch = "PATCH"

        /// Whether the method changes data. If true, the request has a body and requires an
        /// `Idempotency-Key`.
        var changes: Bool { self != .get }
    }

    /// The permission that an API key needs for an operation.
    enum Access: Sendable {
        /// No API key is required.
        case everybody
        /// The API key must have permission to view gifts, donors, funds and payouts.
        case money
        /// The API key must have permission to make changes such as refunds.
        case changes
        /// The API key must have permission to add and change organizations.
        case organizations
        /// The API key must have permission to read tags and seats.
        case tags
        /// The operation changes the destinations of tags. The API key must have permission to change
        /// organizations.
        case tagChanges

        /// The roles that have the required permission; nil if no API key is required.
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

    /// The id of the operation, such as `listGifts`. Generated clients use it as the method name.
    package let name: String
    let method: Method
    let path: APIPath
    package let summary: String
    let access: Access
    /// The action in the audit log; nil for an operation that changes nothing.
    package let action: AuditLogAction?
    /// The query parameters of a GET request, or the body fields of any other request.
    package let fields: [APIField]
    package let answer: APISchema
    /// Whether the operation can charge a card. If true, the rate limit for gifts applies.
    let triesCards: Bool
    let work: Work

    /// A function that executes an operation and returns the JSON document of the response.
    typealias Work = @Sendable (APIRequestContext) async throws -> JSONValue

    static func get(
        _ template: String, _ name: String, _ summary: String, for access: Access,
        _ fields: [APIField] = [], answers answer: APISchema, _ work: @escaping Work
    ) -> APIRoute {
        APIRoute(
            name: name, method: .get, path: APIPath(template), summary: summary, access: access,
            action: nil, fields: fields, answer: answer, triesCards: false, work: work)
    }

    /// Creates a GET operation that returns one page of a list.
    ///
    /// - Parameters:
    ///   - object: The schema of the listed objects.
    ///   - work: A closure that returns the JSON documents of at most ``APIPage/asked`` objects.
    static func list(
        _ template: String, _ name: String, _ summary: String, for access: Access,
        _ fields: [APIField] = [], of object: APISchema,
        _ work: @escaping @Sendable (APIRequestContext, APIPage) async throws -> [JSONValue]
    ) -> APIRoute {
        get(template, name, summary, for: access, fields + APIPage.fields, answers: .page(of: object)) {
            let page = APIPage($0.fields)
            return try await page.document(work($0, page))
        }
    }

    /// Creates a POST operation. The operation is executed once per `Idempotency-Key`, and recorded as
    /// `action` in the audit log.
    static func post(
        _ template: String, _ name: String, _ summary: String, for access: Access = .changes,
        _ fields: [APIField] = [], records action: AuditLogAction, answers answer: APISchema,
        triesCards: Bool = false, _ work: @escaping Work
    ) -> APIRoute {
        APIRoute(
            name: name, method: .post, path: APIPath(template), summary: summary, access: access,
            action: action, fields: fields, answer: answer, triesCards: triesCards, work: work)
    }

    /// Creates a PATCH operation, which changes the object in the path. The operation is executed once per
    /// `Idempotency-Key`, and recorded as `action` in the audit log.
    static func patch(
        _ template: String, _ name: String, _ summary: String, for access: Access = .changes,
        _ fields: [APIField] = [], records action: AuditLogAction, answers answer: APISchema,
        _ work: @escaping Work
    ) -> APIRoute {
        APIRoute(
            name: name, method: .patch, path: APIPath(template), summary: summary, access: access,
            action: action, fields: fields, answer: answer, triesCards: false, work: work)
    }

    /// All operations of the API, including those of the products in this package.
    package static let all = all(of: Products.all)

    /// Returns all operations of the API, including those of the given products.
    package static func all(of products: [any PlatformProduct]) -> [APIRoute] {
        [description(of: products)]
            + [
                organizations, organizationChanges, funds, gifts, refunds, recurring, statements, taps, tags,
                batchPlans, managed,
            ].flatMap(\.self)
            + products.compactMap { $0 as? any APIProduct }.flatMap(\.routes) + payments + stats
    }

    /// Returns the operation whose response is the OpenAPI document. The document describes all operations,
    /// including this one.
    private static func description(of products: [any PlatformProduct]) -> APIRoute {
        get(
            "/api/openapi.json", "describe", "Get this OpenAPI document", for: .everybody,
            answers: .object([])
        ) { _ in OpenAPIDocument.document(of: all(of: products)) }
    }
}
