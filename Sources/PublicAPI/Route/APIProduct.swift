package import DataFolderKit
package import FailureKit

/// A product with operations of the API.
package protocol APIProduct: PlatformProduct {
    var routes: [APIRoute] { get }
}

/// An error of a product that has a remedy for programs.
package protocol APIFailure: Failure {
    /// The next step, which names the API's addresses instead of commands.
    var apiRemedy: String { get }
    /// The HTTP status, if it is not that of the category.
    var apiStatus: Int? { get }
}

extension APIFailure {
    package var apiStatus: Int? { nil }
}
