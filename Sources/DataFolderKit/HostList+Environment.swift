import Documents
package import FailureKit
package import InvocationRouter

extension HostList {
    /// Returns the hosts in `$TAPCTL_HOSTS`, which is a comma-separated list. If the variable is not set, or
    /// is empty, returns the standard list.
    ///
    /// - Throws: An error with exit code 78 if one of the hosts is invalid.
    package static func ofEnvironment() throws -> HostList {
        let variable = environmentVariable("TAPCTL_HOSTS", default: "")
        guard !variable.isEmpty else { return .standard }
        return try checked(
            variable.split(separator: ",").map(\.trimmed), from: "TAPCTL_HOSTS", .configuration)
    }

    /// Returns a list of the given hosts after checking that they are valid.
    ///
    /// - Parameters:
    ///   - names: The hosts.
    ///   - source: The name of the option or variable that contains the hosts.
    ///   - category: The category of the error if a host is invalid.
    package static func checked(_ names: [String], from source: String, _ category: FailureCategory) throws
        -> HostList
    {
        if let list = HostList(names) { return list }
        throw CommandError(
            category, code: category == .usage ? "usage" : "configuration",
            "\(source) contains an invalid host",
            reason: names.joined(separator: ", "), remedy: "use a host such as \(HostList.standard.primary)"
        )
    }
}
