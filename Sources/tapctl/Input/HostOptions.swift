import ArgumentParser
import Documents
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
        host.isEmpty ? try Self.hostsOfEnvironment() : try Self.list(host, from: "--host", exit: .usage)
    }

    /// `$TAPCTL_HOSTS` with commas between them, else the standard.
    ///
    /// - Throws: exit 78 when one of them is no host.
    static func hostsOfEnvironment() throws -> HostList {
        let variable = environmentVariable("TAPCTL_HOSTS", default: "")
        guard !variable.isEmpty else { return .standard }
        let names = variable.split(separator: ",").map { name in
            String(name.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        }
        return try list(names, from: "TAPCTL_HOSTS", exit: .configuration)
    }

    private static func list(_ names: [String], from source: String, exit: ExitCode) throws -> HostList {
        if let list = HostList(names) { return list }
        throw CommandError(
            exit, code: exit == .usage ? "usage" : "configuration",
            "\(source) names something that is no host",
            reason: names.joined(separator: ", "), remedy: "a host looks like \(HostList.standard.primary)")
    }
}
