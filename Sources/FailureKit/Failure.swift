/// An error that contains facts: a code, a category, a summary and a reason.
///
/// The remedy depends on the user interface, so the command line, the API and the web pages have tables of
/// remedies. Some errors have a `remedy` property. Its text does not name a command, an option, a URL or a
/// page.
public protocol Failure: Error {
    /// The error code, which never changes. Errors in JSON contain it as `code`.
    var failureCode: String { get }
    /// The category of the failure, which determines the exit code and the HTTP status.
    var category: FailureCategory { get }
    /// A clause that describes what happened, without a period.
    var summary: String { get }
    /// The cause of the error, with the relevant values. May be empty.
    var reason: String { get }
}
