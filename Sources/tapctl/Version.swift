/// The version of tapctl, and the date of its release.
///
/// Nothing else in the project states them. `scripts/version` prints and sets them; packages and man pages get them
/// from that script.
enum Version {
    static let number = "0.2.0"
    static let date = "2026-11-25"

    /// The line that `tapctl --version` prints.
    static let line = "tapctl \(number) (\(date))"

    /// Whether a command line begins with `--version` or `-v`.
    ///
    /// The root command declares no `-v` option, because ArgumentParser would accept it anywhere on the command line: a
    /// subcommand without a `-v` option would print the version instead of an error.
    static func isRequested(by arguments: [String]) -> Bool {
        arguments.first == "--version" || arguments.first == "-v"
    }
}
