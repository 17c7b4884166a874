public import DatabaseKit

extension Transaction {
    /// Lets a key speak for one more organization from now on.
    ///
    /// - Parameters:
    ///   - id: The hash of the key's secret.
    ///   - organization: Its id in the directory's spelling.
    /// - Returns: The key as it is then; nil where it was taken away.
    /// - Throws: ``StaffError`` with code `tooManyOrganizations`.
    public func widenAPIKey(_ id: String, by organization: String) throws -> APIKey? {
        guard var key = try apiKey(id) else { return nil }
        guard !key.organizations.contains(organization) else { return key }
        guard key.organizations.count < StaffMember.mostOrganizations else {
            throw StaffError(.tooManyOrganizations, "it reaches \(StaffMember.mostOrganizations)")
        }
        key.organizations.append(organization)
        try save(key)
        return key
    }
}
