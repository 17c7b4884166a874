package import DataFolderKit
package import FailureKit

/// A product that adds operations to the API.
package protocol APIProduct: PlatformProduct {
    var routes: [APIRoute] { get }
}

/// An error with a remedy for API clients.
package protocol APIFailure: Failure {
    /// The next step for an API client. It refers to endpoints instead of commands.
    var apiRemedy: String { get }
    /// The HTTP status code, or nil if the failure's category determines it.
    var apiStatus: Int? { get }
    /// The name of the invalid JSON key or query parameter, or nil.
    var apiParam: String? { get }
}

extension APIFailure {
    package var apiStatus: Int? { nil }
    package var apiParam: String? { nil }
}
