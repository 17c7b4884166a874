import DatabaseKit
import MoneyKit
public import TimeKit

/// A change to a setting of an organization or of one of its funds.
///
/// The history is append-only. Documents that were issued before a change keep the previous value.
public struct SettingChange: Hashable, Sendable, Codable {
    /// The organization's id.
    public var organization: String
    /// The fund's id, or nil for a setting of the organization.
    public var fund: String?
    /// The name of the setting in JSON, such as `time_zone`.
    public var setting: String
    /// The previous value, or nil if the setting had no value.
    public var before: String?
    /// The new value, or nil if the setting was removed.
    public var value: String?
    /// The time from which the new value applies.
    public var since: Timestamp
}

/// The name and value of a setting, as recorded in the history.
typealias NamedSetting = (name: String, value: String?)

extension Organization {
    /// The organization's settings whose changes are recorded in the history.
    var settings: [NamedSetting] {
        func text(_ minor: Int64) -> String { Money(minor, currency).plainText }
        return [
            ("name", displayName), ("logo", logo), ("color", color), ("currency", currency.code),
            ("time_zone", timeZone), ("country", country), ("tax_id", taxID),
            ("default_amount", text(defaultMinor)),
            ("least_amount", text(leastMinor)), ("most_amount", text(mostMinor)),
            ("presets", presetsMinor.map(text).joined(separator: ",")),
            ("platform_fee", String(platformFee.rawValue)), ("statement_descriptor", statementDescriptor),
            ("status", status.rawValue), ("default_fund", defaultFund),
        ]
    }
}

extension Fund {
    /// The fund's settings whose changes are recorded in the history.
    var settings: [NamedSetting] { [("name", name), ("open", isOpen ? "true" : "false")] }
}

extension Transaction {
    /// Saves an edited organization and records the changes in its history.
    func save(_ organization: Organization, replacing before: Organization, at time: Timestamp) throws {
        var organization = organization
        if organization.timeZone != before.timeZone {
            organization.earlierTimeZones =
                (before.earlierTimeZones ?? []) + [.init(timeZone: before.timeZone, until: time)]
        }
        try save(organization)
        try keepChanges(
            from: before.settings, to: organization.settings,
            as: SettingChange(
                organization: organization.id, setting: "", before: nil, value: nil, since: time))
    }

    /// Saves an edited fund and records the changes in its organization's history.
    func save(_ fund: Fund, replacing before: Fund, at time: Timestamp) throws {
        try save(fund)
        try keepChanges(
            from: before.settings, to: fund.settings,
            as: SettingChange(
                organization: fund.organization, fund: fund.id, setting: "", before: nil, value: nil,
                since: time))
    }

    private func keepChanges(from before: [NamedSetting], to after: [NamedSetting], as form: SettingChange)
        throws
    {
        for (old, new) in zip(before, after) where old.value != new.value {
            var change = form
            (change.setting, change.before, change.value) = (new.name, old.value, new.value)
            try append(change)
        }
    }
}
