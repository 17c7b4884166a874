import ArgumentParser
import Documents
import StaffAccess

/// The options for the role and the organizations of an account or API key.
struct ScopeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("An organization; can be repeated.", valueName: "id"))
    var org: [String] = []

    @Option(
        help: ArgumentHelp("The role: owner, treasurer, tags or read-only.", valueName: "role"),
        completion: .list(StaffRole.allCases.map(\.rawValue)), transform: StaffRole.typed)
    var role: StaffRole

    func validate() throws {
        if org.isEmpty { throw ValidationError("Specify an organization with --org.") }
    }
}
