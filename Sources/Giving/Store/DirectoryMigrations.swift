import DatabaseKit

/// The migrations for the tables of organizations and funds.
enum DirectoryMigrations {
    /// The migrations, in order. A released migration never changes.
    static let all = [
        Migration(
            "directory.1",
            """
            CREATE TABLE organization (
              id TEXT PRIMARY KEY COLLATE NOCASE, body BLOB NOT NULL) STRICT, WITHOUT ROWID;
            CREATE TABLE organization_alias (
              alias TEXT PRIMARY KEY, organization TEXT NOT NULL COLLATE NOCASE REFERENCES organization
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX organization_alias_organization ON organization_alias (organization);
            CREATE UNIQUE INDEX organization_alias_name ON organization_alias (alias COLLATE NOCASE);
            CREATE TABLE fund (
              organization TEXT NOT NULL COLLATE NOCASE REFERENCES organization, id TEXT NOT NULL,
              body BLOB NOT NULL, PRIMARY KEY (organization, id)) STRICT, WITHOUT ROWID;
            """),
        Migration(
            "directory.2",
            """
            CREATE TABLE setting_change (
              organization TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL,
              PRIMARY KEY (organization, number)) STRICT, WITHOUT ROWID;
            """),
        Migration(
            "directory.3",
            """
            DROP INDEX organization_alias_name;
            CREATE UNIQUE INDEX organization_alias_name ON organization_alias (lower(alias));
            """),
    ]
}
