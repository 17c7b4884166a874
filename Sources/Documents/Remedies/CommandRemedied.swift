package import FailureKit

/// A library's failure for which the command line has a remedy, such as a command to run.
///
/// Libraries report facts, without naming commands. The files in this folder turn these facts into commands
/// and options.
package protocol CommandRemedied: Failure {
    /// The command to run, or another next step. Can be empty.
    var commandRemedy: String { get }
}
