import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import InvocationRouter

/// Which hosts are ours.
struct HostOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A host of giving URLs; may be given several times. (default: $TAPCTL_HOSTS, else \(HostList.standard.primary))",
            valueName: "host"))
    var host: [String] = []

    /// `--host`, else `$TAPCTL_HOSTS` with commas between them, else the standard.
    ///
    /// - Throws: exit 64 or 78 when one of them is no host.
    func hosts() throws -> HostList {
        host.isEmpty ? try .ofEnvironment() : try .checked(host, from: "--host", .usage)
    }
}
