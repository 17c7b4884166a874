package import FailureKit

/// A failure of a library with what to do next about it, in the words of the command line.
///
/// The files in this folder are the only ones that name commands and options for what libraries tell as facts.
package protocol CommandRemedied: Failure {
    /// What to type or to do next; may be empty.
    var commandRemedy: String { get }
}
