package import Documents
package import Giving
import TimeKit

extension DataFolder {
    /// Returns the names to show with a gift.
    package func names(of gift: Gift) async throws -> GivingNames {
        let now = clock.now()
        return try await read { try GivingNames(of: [gift], in: $0, at: now) }
    }
}
