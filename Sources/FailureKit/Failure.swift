/// An error that carries facts: a stable code, its category, and what happened.
///
/// What to do next depends on who is told: the command line, the API and the pages each have a table of their own for
/// it. Where an error has a `remedy` beside this, that names no command, no option, no address and no page.
public protocol Failure: Error {
    /// The stable name of what happened: the `code` of JSON errors. It never changes.
    var failureCode: String { get }
    /// The kind of failure.
    var category: FailureCategory { get }
    /// What happened, in half a sentence without a full stop.
    var summary: String { get }
    /// Why, with the values that prove it; may be empty.
    var reason: String { get }
}
