import DatabaseKit

extension StaffService {
    /// Stores a new hash of a member's password if the stored one costs less than the service's cost.
    ///
    /// - Parameter password: The password, which matches the stored hash.
    func raiseCost(of member: StaffMember, _ password: StaffPassword) async throws {
        guard member.password.cost.isBelow(cost) else { return }
        let hash = try await hash(of: password)
        try await database.write { transaction in
            // The password may have been changed meanwhile.
            guard var current = try transaction.staffMember(member.id), current.password == member.password
            else {
                return
            }
            current.password = hash
            try transaction.save(current)
        }
    }

    /// Returns the hash of a password with the service's cost.
    func hash(of password: StaffPassword) async throws -> PasswordHash {
        let (cost, random) = (cost, random)
        return try await PasswordGate.aside { try PasswordHash(password, cost: cost, random: random) }
    }
}
