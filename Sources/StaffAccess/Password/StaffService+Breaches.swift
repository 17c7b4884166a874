import DigestKit
import TextKit

extension StaffService {
    /// Checks a new password for a member, and returns it in normalized form.
    ///
    /// - Parameters:
    ///   - text: The password as typed.
    ///   - address: The member's address.
    ///   - names: The ids and names of the member's organizations. The password must not contain words from
    ///     these ids and names.
    /// - Throws: ``StaffError`` with code `weakPassword` if ``StaffPassword/init(chosen:for:avoiding:)``
    ///   refuses the password, or if the password is in the list of breached passwords; any error that
    ///   ``isBreached`` throws.
    func choose(_ text: String, for address: StaffAddress, avoiding names: [String]) throws -> StaffPassword {
        let chosen = try StaffPassword(chosen: text, for: address, avoiding: names)
        guard try isBreached(chosen.breachHash) else { return chosen }
        throw StaffError(.weakPassword, "the password is in a list of passwords from data breaches")
    }
}

extension StaffPassword {
    /// The password's SHA-1 hash in the format that lists of breached passwords use: 40 hexadecimal digits in
    /// upper case.
    var breachHash: String { Hex.upper(SHA1.hash(bytes)) }
}
