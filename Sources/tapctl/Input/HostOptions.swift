import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import InvocationRouter

/// The hosts of giving URLs.
struct HostOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A host of giving URLs; may be given several times. (default: $TAPCTL_HOSTS, else \(HostList.standard.primary))",
            valueName: "host"))
    var host: [String] = []

    /// Returns the hosts of `--host`, else those of `$TAPCTL_HOSTS`, separated by commas, else the standard ones.
    ///
    /// - Throws: exit 64 or 78 if one of them is not a valid host.
    func hosts() throws -> HostList {
        host.isEmpty ? try .ofEnvironment() : try .checked(host, from: "--host", .usage)
    }
}
