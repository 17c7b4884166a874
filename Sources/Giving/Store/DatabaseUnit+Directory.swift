// The methods are documented where they are promised, in `DirectoryRecords.swift`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import DatabaseKit
import GRDB

extension DatabaseUnit: DirectoryRecords {
    public func save(_ organization: Organization) throws {
        try run(
            """
            INSERT INTO organization (id, body) VALUES (?, ?)
            ON CONFLICT (id) DO UPDATE SET body = excluded.body
            """, [organization.id, try document(organization)])
        let registered = try all(
            "SELECT alias FROM organization_alias WHERE organization = ? LIMIT ?",
            [organization.id, Organization.mostAliases]
        ).map { $0["alias"] as String }
        guard registered.sorted() != organization.aliases.sorted() else { return }
        try run("DELETE FROM organization_alias WHERE organization = ?", [organization.id])
        for alias in organization.aliases {
            try run(
                "INSERT INTO organization_alias (alias, organization) VALUES (?, ?)",
                [alias, organization.id])
        }
    }

    public func organization(_ id: String) throws -> Organization? {
        try firstSteady(Organization.self, "SELECT body FROM organization WHERE id = ?", [id])
    }

    public func organization(alias: String) throws -> Organization? {
        try firstSteady(
            Organization.self,
            """
            SELECT body FROM organization_alias JOIN organization ON organization.id = organization
            WHERE alias = ?
            """, [alias])
    }

    public func organization(holdingName name: String) throws -> Organization? {
        if let organization = try organization(name) { return organization }
        return try firstSteady(
            Organization.self,
            """
            SELECT body FROM organization_alias JOIN organization ON organization.id = organization
            WHERE alias = ? COLLATE NOCASE
            """, [name])
    }

    public func organizations(behind id: String?, limit: Int) throws -> [Organization] {
        try all(
            Organization.self, "SELECT body FROM organization WHERE id > ? ORDER BY id LIMIT ?",
            [id ?? "", limit])
    }

    public func save(_ fund: Fund) throws {
        try run(
            """
            INSERT INTO fund (organization, id, body) VALUES (?, ?, ?)
            ON CONFLICT (organization, id) DO UPDATE SET body = excluded.body
            """, [fund.organization, fund.id, try document(fund)])
    }

    public func append(_ change: SettingChange) throws {
        try run(
            """
            INSERT INTO setting_change (organization, number, body) VALUES (?, ?, ?)
            """,
            [
                change.organization, try settingChangeCount(of: change.organization) + 1,
                try document(change),
            ])
    }

    public func settingChangeCount(of organization: String) throws -> Int {
        try value(
            "SELECT number FROM setting_change WHERE organization = ? ORDER BY number DESC LIMIT 1",
            [organization]) ?? 0
    }

    public func settingChanges(of organization: String, skipping skipped: Int, limit: Int) throws
        -> [SettingChange]
    {
        try all(
            SettingChange.self,
            """
            SELECT body FROM setting_change WHERE organization = ? ORDER BY number DESC LIMIT ? OFFSET ?
            """, [organization, limit, skipped])
    }

    public func fund(_ id: String, of organization: String) throws -> Fund? {
        try firstSteady(
            Fund.self, "SELECT body FROM fund WHERE organization = ? AND id = ?", [organization, id])
    }

    public func funds(of organization: String, limit: Int) throws -> [Fund] {
        try allSteady(
            Fund.self, "SELECT body FROM fund WHERE organization = ? ORDER BY id LIMIT ?",
            [organization, limit])
    }
}
