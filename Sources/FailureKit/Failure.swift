/// An error that carries facts: a stable code, its category, and what happened.
///
/// The remedy depends on the surface: the command line, the API and the pages each have a table of remedies. A `remedy`
/// of the error itself names no command, option, address or page.
public protocol Failure: Error {
    /// The stable code, which is the `code` of JSON errors. It never changes.
    var failureCode: String { get }
    /// The kind of failure.
    var category: FailureCategory { get }
    /// A clause that says what happened, without a period.
    var summary: String { get }
    /// The cause, with the values that prove it; may be empty.
    var reason: String { get }
}
