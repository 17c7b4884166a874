/// Organizations and funds, within one unit of work.
public protocol DirectoryRecords {
    /// Keeps an organization with its aliases: a new one, or its next state.
    func save(_ organization: Organization) throws
    /// The organization of this id, compared without ASCII case, or nil.
    func organization(_ id: String) throws -> Organization?
    /// The organization that registered exactly this alias, octet by octet, or nil.
    func organization(alias: String) throws -> Organization?
    /// The organization that has this name as its id or alias, both compared without ASCII case, or nil.
    func organization(holdingName name: String) throws -> Organization?
    /// By id, without case, behind an id.
    func organizations(behind id: String?, limit: Int) throws -> [Organization]

    /// Keeps a fund: a new one, or its next state.
    func save(_ fund: Fund) throws
    /// The fund of this id, octet by octet, or nil; the organization's id in its own spelling.
    func fund(_ id: String, of organization: String) throws -> Fund?
    /// By id, closed ones included; at most ``Fund/mostPerOrganization`` can be there.
    func funds(of organization: String, limit: Int) throws -> [Fund]

    /// Marks an organization's monthly gifts so that their days are recomputed in its new time zone.
    func markMonthlyGifts(ofOrganization id: String) throws
    /// Adds a setting change to an organization's history.
    func append(_ change: SettingChange) throws
    /// Returns the number of changes in an organization's history.
    func settingChangeCount(of organization: String) throws -> Int
    /// Returns the history of an organization's settings, newest first.
    ///
    /// - Parameter skipped: The number of newest changes to skip.
    func settingChanges(of organization: String, skipping skipped: Int, limit: Int) throws -> [SettingChange]
}
