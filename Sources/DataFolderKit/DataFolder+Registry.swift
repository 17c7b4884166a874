import Documents
import Giving
import InvocationRouter
package import TagRegistry

extension DataFolder {
    /// The organizations of these names, as a job is checked with them.
    ///
    /// - Parameter reaches: Whether an organization may be named, by its id: any other is not there.
    package func batchDirectory(
        of names: Set<String>, among reaches: @Sendable (String) -> Bool = { _ in true }
    ) async throws -> BatchDirectory {
        let directory = GivingDirectory(file)
        var found: [String: DirectoryOrganization] = [:]
        for name in names {
            guard let known = try await directory.organization(named: name), reaches(known.id) else {
                continue
            }
            found[name] = known
        }
        let isEmpty = try await read { try $0.organizations(behind: nil, limit: 1).isEmpty }
        return BatchDirectory(found, isEmpty: isEmpty)
    }
}
