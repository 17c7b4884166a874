import Giving
import InvocationRouter
import TagRegistry

extension DataFolder {
    /// The organizations of these names, as a job is checked with them.
    func batchDirectory(of names: Set<String>) async throws -> BatchDirectory {
        let directory = GivingDirectory(file)
        var found: [String: DirectoryOrganization] = [:]
        for name in names { found[name] = try await directory.organization(named: name) }
        let isEmpty = try await read { try $0.organizations(behind: nil, limit: 1).isEmpty }
        return BatchDirectory(found, isEmpty: isEmpty)
    }
}
