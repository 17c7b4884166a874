import Documents
package import FailureKit
package import InvocationRouter

extension HostList {
    /// `$TAPCTL_HOSTS` with commas between them, else the standard.
    ///
    /// - Throws: exit 78 when one of them is no host.
    package static func ofEnvironment() throws -> HostList {
        let variable = environmentVariable("TAPCTL_HOSTS", default: "")
        guard !variable.isEmpty else { return .standard }
        let names = variable.split(separator: ",").map { name in
            String(name.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        }
        return try checked(names, from: "TAPCTL_HOSTS", .configuration)
    }

    /// The list of these names.
    ///
    /// - Parameters:
    ///   - source: The option or the variable that names them.
    ///   - category: The kind of failure when one of them is no host.
    package static func checked(_ names: [String], from source: String, _ category: FailureCategory) throws
        -> HostList
    {
        if let list = HostList(names) { return list }
        throw CommandError(
            category, code: category == .usage ? "usage" : "configuration",
            "\(source) names something that is no host",
            reason: names.joined(separator: ", "), remedy: "a host looks like \(HostList.standard.primary)")
    }
}
