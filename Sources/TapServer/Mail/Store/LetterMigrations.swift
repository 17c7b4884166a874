public import DatabaseKit

/// The migration that creates the table of e-mails that are waiting to be sent.
///
/// The table contains rows only if several servers share the database. With SQLite, it stays empty, because
/// e-mails are files (see ``MailSpool``).
public enum LetterMigrations {
    /// All migrations, in order. A released migration never changes.
    public static let all = [
        Migration(
            "letters.1",
            """
            CREATE TABLE letter (
              id TEXT PRIMARY KEY, recipient TEXT NOT NULL, time INTEGER NOT NULL, due INTEGER, holder TEXT,
              tries INTEGER NOT NULL, body BLOB NOT NULL) STRICT, WITHOUT ROWID;
            CREATE INDEX letter_due ON letter (due) WHERE due IS NOT NULL;
            CREATE INDEX letter_recipient ON letter (recipient);
            CREATE INDEX letter_time ON letter (time);
            """)
    ]
}
