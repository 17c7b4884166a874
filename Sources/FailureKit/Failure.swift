/// An error that carries facts: a stable code, its category, and what happened.
///
/// What to do next is no fact of a library: the command line, the API and the pages each have their own table for it.
public protocol Failure: Error {
    /// The codes of this type: the `code` of JSON errors. They never change.
    associatedtype Code: RawRepresentable<String>
    /// What happened, for programs.
    var code: Code { get }
    /// The kind of failure.
    var category: FailureCategory { get }
    /// What happened, in half a sentence without a full stop.
    var summary: String { get }
    /// Why, with the values that prove it; may be empty.
    var reason: String { get }
}
