public import InvocationRouter

/// The organizations that a job names, read once before it is checked.
public struct BatchDirectory: Sendable {
    /// By the name that the job has for them.
    private let organizations: [String: DirectoryOrganization]
    /// Nobody is registered here at all: then a whole URL of ours is taken as it is.
    public let isEmpty: Bool

    /// What was found under the names of a job.
    public init(_ organizations: [String: DirectoryOrganization], isEmpty: Bool) {
        self.organizations = organizations
        self.isEmpty = isEmpty
    }

    /// The organization that goes by this name, or nil.
    func organization(_ name: String) -> DirectoryOrganization? { organizations[name] }
}
