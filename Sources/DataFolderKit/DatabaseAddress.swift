import Documents
package import FailureKit
package import PostgresKit

/// The address of a PostgreSQL database that is used in place of the data folder's own database.
package enum DatabaseAddress {
    /// The environment variable that contains the address.
    package static let variable = "TAPCTL_DATABASE"

    /// Returns whether a string is a PostgreSQL URL. The rest of the address is checked when the address is
    /// used.
    package static func isURL(_ typed: String) -> Bool {
        ["postgres://", "postgresql://"].contains(where: typed.hasPrefix)
    }

    /// Returns whether a URL appears to contain a password.
    package static func hasPassword(_ url: String) -> Bool {
        let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        let front = rest.prefix { $0 != "?" }
        let user = front.lastIndex(of: "@").map { front[..<$0] } ?? ""
        return user.contains(":") || rest.lowercased().contains("password=")
    }

    /// Whether the environment contains an address.
    package static var isInEnvironment: Bool { !environmentVariable(variable, default: "").isEmpty }

    /// Returns the settings for the address that the user entered, or for the address in the environment.
    ///
    /// - Parameter typed: The address on the command line, or nil if the user did not enter one.
    /// - Returns: The settings. Nil if neither the command line nor the environment contains an address.
    /// - Throws: An error with exit code 64 (command line) or 78 (environment) if the address is invalid or
    ///   contains a password, or 78 if libpq is not installed. The error never contains the address.
    package static func settings(_ typed: String?) throws -> PostgresSettings? {
        let named = environmentVariable(variable, default: "")
        if let typed, typed.isEmpty || typed != named { return try settings(of: typed, from: "--database") }
        return named.isEmpty ? nil : try settings(of: named, from: variable, .configuration)
    }

    /// Returns the settings for an address.
    ///
    /// - Parameters:
    ///   - source: The name of the option or variable that contains the address.
    ///   - category: The kind of failure if the address is invalid.
    package static func settings(
        of address: String, from source: String, _ category: FailureCategory = .usage
    ) throws -> PostgresSettings {
        guard isURL(address) else {
            throw CommandError(
                category, code: PostgresError.Code.malformedAddress.rawValue,
                "the value of \(source) is not a PostgreSQL address",
                reason: "the address does not begin with postgres://",
                remedy: "use the form postgres://USER@HOST,HOST/DATABASE")
        }
        // This check does not need libpq, which may be missing.
        guard !hasPassword(address) else { throw passwordInSight(source, category) }
        do {
            return try PostgresSettings(address)
        } catch {
            switch error.code {
            case .passwordInAddress: throw passwordInSight(source, category)
            case .malformedAddress:
                throw CommandError(
                    category, code: error.failureCode, "\(source): \(error.summary)", reason: error.reason,
                    remedy: error.remedy)
            default: throw error
            }
        }
    }

    private static func passwordInSight(_ source: String, _ category: FailureCategory) -> CommandError {
        CommandError(
            category, code: PostgresError.Code.passwordInAddress.rawValue,
            "the address in \(source) contains a password",
            reason: "other users of this machine could read the password",
            remedy: "change the password, and put the new one into ~/.pgpass or the file named by PGPASSFILE")
    }
}
