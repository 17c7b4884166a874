package import FailureKit

/// A library error for which the command line shows a remedy, such as a command to run.
///
/// Libraries report facts, without naming commands. The files in this folder turn these facts into commands
/// and options.
package protocol CommandRemedied: Failure {
    /// The command to run or the next step to take. Empty if there is no remedy.
    var commandRemedy: String { get }
}

/// An error whose own remedy is right for every user interface.
package protocol Remedied: CommandRemedied {
    var remedy: String { get }
}

extension Remedied {
    package var commandRemedy: String { remedy }
}
