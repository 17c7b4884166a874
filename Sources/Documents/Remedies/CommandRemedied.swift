package import FailureKit

/// A library's failure with a remedy in terms of tapctl commands.
///
/// The files in this folder translate the facts that libraries report into commands and options.
package protocol CommandRemedied: Failure {
    /// The command to run, or another next step; may be empty.
    var commandRemedy: String { get }
}
