/// An error that contains facts: a stable code, its category, and what happened.
///
/// The remedy depends on the user interface. The command line, the API and the pages each have a table of remedies. If
/// the error itself has a `remedy`, it mentions no command, option, URL or page.
public protocol Failure: Error {
    /// The stable error code, which is the `code` of errors in JSON. It never changes.
    var failureCode: String { get }
    /// The kind of failure.
    var category: FailureCategory { get }
    /// A clause that says what happened, without a period.
    var summary: String { get }
    /// The cause of the error, with the values that prove it; may be empty.
    var reason: String { get }
}
