import Documents
import Giving
import InvocationRouter
package import TagRegistry

extension DataFolder {
    /// Returns the organizations with these names, for checking a batch.
    ///
    /// - Parameter reaches: Returns whether the caller may name the organization with this id. Others are treated as
    ///   unknown.
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
