import DataFolderKit
import DatabaseKit
import TestSupport
import Testing

/// Files of data folders from before each migration, with rows in all their tables.
@Suite struct EarlierFileTests {
    /// The migrations in the order in which they were added: a file of a past version has the first of them.
    static let history = [
        "payments.1", "directory.1", "donors.1", "receipts.1", "gifts.1", "registry.1", "registry.2",
        "payments.2", "donors.2", "gifts.2", "signin.1", "staff.1", "apikeys.1", "payments.3", "gifts.3",
        "payments.4", "contracts.1", "dependents.1", "payments.5", "gifts.4", "bookings.1", "plans.1",
        "payees.1", "bookings.2", "payments.6", "payments.7", "payments.8", "directory.2", "closing.1",
        "payments.9", "payments.10", "reconcile.1", "receipts.2", "recurring.1", "donors.3", "receipts.3",
        "closing.2", "gifts.5", "registry.3", "auditlog.1", "staff.2", "factors.1", "passwordlinks.1",
        "gifts.6", "invitations.1", "registry.4", "directory.3", "payees.2", "gifts.7", "registry.5",
        "payments.11", "gifts.8", "jobs.1", "letters.1", "recurring.2", "donornotes.1", "auditlog.2",
    ]

    /// Columns that later migrations read: documents, and addresses in the form of an earlier version.
    static let seeds = TableSeeds([
        "organization.body": #"{"id":"organization_#","timeZone":"America/Chicago"}"#,
        "fund.body": #"{"id":"fund_#","name":"Fund #","organization":"organization_#"}"#,
        "donor.email": "donor#@bücher.example",
        "donor.body": """
        {"created":1795381970,"email":"donor#@bücher.example","id":"donor_#","name":"Donor Number #",
        "phone":"+1 555 010#"}
        """,
        "gift.body": """
        {"amount":{"amount_minor":5000,"currency":"usd"},"bookedOn":"2026-11-05","countedMinor":5000,
        "created":1795381973,"donor":"donor_#","fund":"fund_#","id":"gift_#",
        "organization":"organization_#","paidAt":1795381973,"status":"succeeded"}
        """,
        "recurring_gift.body": """
        {"failureCode":"card_declined","id":"recurring_gift_#","paidPeriods":0,"status":"canceled"}
        """,
        "receipt.body": #"{"fundName":"Fund #","gift":"gift_#","issuer":{"timeZone":"Asia/Tokyo"}}"#,
        "notice.body": #"{"id":"notice_#","kind":"receipt","subject":"gift_#","time":1795381973}"#,
        "outbox.body": #"{"id":"outbox_#","kind":"refund","subject":"gift_#","time":1795381973}"#,
        "closed_gift.body": #"{"bookedOn":"2026-11-05","id":"gift_#"}"#,
        "late_change.body": #"{"id":"late_change_#","kind":"refund"}"#,
        "batch_row.body": #"{"batch":"batch_#","org":"organization_#"}"#,
        "booking_job.body": #"{"id":"booking_job_#","request":{"address":"Main Street #"}}"#,
        // Differs from jobs' earnings, which are moved here under the job's payment.
        "payee_earning.payment": "earned_#",
    ])

    static let moved: [EarlierFile.Moved] = [
        // Notices became rows of the common outbox, and the profiles of bookings became those of payees.
        EarlierFile.Moved("gifts.4", "notice", to: "outbox"),
        EarlierFile.Moved("bookings.2", "booking_profile", to: "payee_profile"),
        // A donor's words are stored with the organizations of their gifts: without a gift they are dropped.
        EarlierFile.Moved("gifts.3", "donor_word", to: nil),
    ]

    static let rebuilt = [
        EarlierFile.Rebuilt("gifts.6", "tap"), EarlierFile.Rebuilt("registry.4", "seen_tap"),
    ]

    private func check(_ earlier: [Migration]) async throws {
        let scratch = try Scratch()
        let file = try await EarlierFile.make(at: scratch.path, earlier, Self.seeds)
        let new = try await scratch.newSchema()
        // A backup of this file has no foreign object, before and after the missing migrations.
        func differences() throws -> [String] {
            try DatabaseFile.schemaDifferences(at: scratch.path, migrations: DataFolder.migrations)
        }
        #expect(try differences() == [])
        let problems = try await file.problems(
            openedWith: DataFolder.migrations, unlike: new, moved: Self.moved, rebuilt: Self.rebuilt)
        #expect(problems == [])
        #expect(try differences() == [])
    }

    @Test("the history has each migration once")
    func isWhole() {
        #expect(Self.history.sorted() == DataFolder.migrations.map(\.name).sorted())
    }

    @Test(
        "a file from before each migration opens, gets the schema of a new file, and loses no row",
        arguments: history)
    func past(before name: String) async throws {
        let done = Set(Self.history.prefix { $0 != name })
        try await check(DataFolder.migrations.filter { done.contains($0.name) })
    }

    @Test(
        "a file with all migrations that precede one in the list becomes like a new one",
        arguments: DataFolder.migrations.map(\.name))
    func listed(before name: String) async throws {
        try await check(Array(DataFolder.migrations.prefix { $0.name != name }))
    }
}
