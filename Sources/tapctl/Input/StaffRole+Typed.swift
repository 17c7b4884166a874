import ArgumentParser
import StaffAccess

extension StaffRole {
    /// A role as it is typed in a command.
    static func typed(_ text: String) throws -> StaffRole {
        guard let role = StaffRole(rawValue: text) else {
            throw ValidationError(
                "There is: \(StaffRole.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return role
    }
}
