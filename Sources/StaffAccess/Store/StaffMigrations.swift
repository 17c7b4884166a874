public import DatabaseKit

/// The migrations that create and change the tables of this module.
public enum StaffMigrations {
    /// All migrations, in order. A released migration never changes.
    public static let all = [
        Migration(
            "staff.1",
            """
            CREATE TABLE staff_member (
              id TEXT PRIMARY KEY, address TEXT NOT NULL, body BLOB NOT NULL) STRICT, WITHOUT ROWID;
            CREATE UNIQUE INDEX staff_member_address ON staff_member (address);
            CREATE TABLE staff_session (
              id TEXT PRIMARY KEY, member TEXT NOT NULL, seen INTEGER NOT NULL, body BLOB NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX staff_session_member ON staff_session (member);
            CREATE INDEX staff_session_seen ON staff_session (seen);
            CREATE TABLE sign_in_tries (
              address TEXT PRIMARY KEY, last INTEGER NOT NULL, body BLOB NOT NULL) STRICT, WITHOUT ROWID;
            CREATE INDEX sign_in_tries_last ON sign_in_tries (last);
            """),
        Migration(
            "apikeys.1",
            """
            CREATE TABLE api_key (
              id TEXT PRIMARY KEY, name TEXT NOT NULL, body BLOB NOT NULL) STRICT, WITHOUT ROWID;
            CREATE UNIQUE INDEX api_key_name ON api_key (name);
            """),
        Migration(
            "auditlog.1",
            """
            CREATE TABLE audit_log (
              number INTEGER PRIMARY KEY, time INTEGER NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL,
              network TEXT NOT NULL, refusal TEXT NOT NULL, ids TEXT NOT NULL, organizations TEXT NOT NULL,
              hash BLOB NOT NULL) STRICT;
            CREATE INDEX audit_log_refused ON audit_log (actor, time) WHERE refusal <> '';
            CREATE TABLE audit_log_organization (
              number INTEGER NOT NULL, organization TEXT NOT NULL COLLATE NOCASE, PRIMARY KEY (number, organization)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX audit_log_organization_number ON audit_log_organization (organization, number);
            """),
        Migration(
            "staff.2",
            // A column, not a field of the body: an earlier version, which does not know it, refuses the file.
            """
            ALTER TABLE staff_member ADD COLUMN unconfirmed_since INTEGER;
            ALTER TABLE api_key ADD COLUMN unconfirmed_since INTEGER;
            """),
        Migration(
            "factors.1",
            """
            CREATE TABLE staff_factor (member TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT, WITHOUT ROWID;
            CREATE TABLE pending_sign_in (
              id TEXT PRIMARY KEY, member TEXT NOT NULL, created INTEGER NOT NULL, body BLOB NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX pending_sign_in_member ON pending_sign_in (member);
            CREATE INDEX pending_sign_in_created ON pending_sign_in (created);
            """),
        Migration(
            "passwordlinks.1",
            """
            CREATE TABLE password_link (
              id TEXT PRIMARY KEY, address TEXT NOT NULL, member TEXT, asked INTEGER NOT NULL, sent INTEGER, hash TEXT,
              body BLOB NOT NULL) STRICT, WITHOUT ROWID;
            CREATE INDEX password_link_address ON password_link (address);
            CREATE INDEX password_link_member ON password_link (member);
            CREATE INDEX password_link_asked ON password_link (asked);
            CREATE INDEX password_link_waiting ON password_link (asked, id) WHERE sent IS NULL;
            CREATE UNIQUE INDEX password_link_hash ON password_link (hash) WHERE hash IS NOT NULL;
            """),
        Migration(
            "invitations.1",
            """
            CREATE TABLE staff_invitation (
              id TEXT PRIMARY KEY, organization TEXT NOT NULL COLLATE NOCASE, address TEXT NOT NULL,
              inviter TEXT NOT NULL, forgotten INTEGER NOT NULL, sent INTEGER, hash TEXT, body BLOB NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE UNIQUE INDEX staff_invitation_address ON staff_invitation (organization, address);
            CREATE INDEX staff_invitation_inviter ON staff_invitation (inviter);
            CREATE INDEX staff_invitation_forgotten ON staff_invitation (forgotten);
            CREATE INDEX staff_invitation_waiting ON staff_invitation (id) WHERE sent IS NULL;
            CREATE UNIQUE INDEX staff_invitation_hash ON staff_invitation (hash) WHERE hash IS NOT NULL;
            """),
        Migration(
            "auditlog.2",
            // Events that have no number and hash yet. The table is always empty on SQLite.
            """
            CREATE TABLE audit_log_waiting (
              position INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, actor TEXT NOT NULL,
              action TEXT NOT NULL, network TEXT NOT NULL, refusal TEXT NOT NULL, ids TEXT NOT NULL,
              organizations TEXT NOT NULL) STRICT;
            """),
    ]
}
