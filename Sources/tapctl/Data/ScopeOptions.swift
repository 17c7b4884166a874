import ArgumentParser
import Documents
import StaffAccess

extension ArgumentHelp {
    /// The help for an option that names an organization.
    static let organization = ArgumentHelp("The organization.", valueName: "id")
    /// The help for an option that limits a list to one organization.
    static let onlyOrganization = ArgumentHelp("Only this organization.", valueName: "id")
}

/// The options for the role and the organizations of an account or API key.
struct ScopeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("An organization; can be repeated.", valueName: "id"))
    var org: [String] = []

    @Option(
        help: "The role: owner, treasurer, tags or read-only.",
        completion: StaffRole.completion, transform: StaffRole.typed)
    var role: StaffRole

    func validate() throws {
        if org.isEmpty { throw ValidationError("Specify an organization with --org.") }
    }
}
