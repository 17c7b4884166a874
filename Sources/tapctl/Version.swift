/// The version of tapctl, and the date of its release.
///
/// They are defined only here. `scripts/version` prints and changes them, and packages and man pages obtain
/// them from that script.
enum Version {
    static let number = "0.2.0"
    static let date = "2026-11-25"

    /// The line that `tapctl --version` prints.
    static let line = "tapctl \(number) (\(date))"

    /// Returns whether a command line begins with `--version` or `-v`.
    ///
    /// The root command declares no `-v` option, because ArgumentParser would accept it anywhere on the
    /// command line. A subcommand without a `-v` option would then print the version instead of an error.
    static func isRequested(by arguments: [String]) -> Bool {
        arguments.first == "--version" || arguments.first == "-v"
    }
}
