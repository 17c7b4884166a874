import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import InvocationRouter

/// The option for the hosts of giving URLs.
struct HostOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A host name to accept in giving URLs; can be repeated. (default: $TAPCTL_HOSTS, else \(HostList.standard.primary))",
            valueName: "host"))
    var host: [String] = []

    /// Returns the hosts from `--host`, else from the comma-separated list in `$TAPCTL_HOSTS`, else the
    /// standard hosts.
    ///
    /// - Throws: An error with exit code 64 or 78 if one of the hosts is invalid.
    func hosts() throws -> HostList {
        try host.isEmpty ? .ofEnvironment() : .checked(host, from: "--host", .usage)
    }
}
