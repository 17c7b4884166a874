/// The values of the interpolations in the stores' statements, by file. ``StoreStatements`` checks that they
/// contain every part of a statement that is in the file.
enum StatementExamples {
    /// The source of the interpolation of conditions that are in an array.
    private static let conditions = #"conditions.joined(separator: " AND ")"#

    static let all: [String: [[String: String]]] = [
        "Contracts/Transaction+Contracts": [
            ["condition": "id < ?"],
            ["condition": "id < ? AND payee = ? AND status = ?"],
        ],
        "DatabaseKit/TimedRows": [["table": "tap"], ["table": "seen_tap"]],
        "Dependents/Transaction+Dependents": [
            [conditions: "TRUE"],
            [conditions: "TRUE AND guardian = ? AND agency = ?"],
        ],
        "Giving/Transaction+Donors": [
            ["rows": "(?, ?, ?)"],
            ["rows": "(?, ?, ?), (?, ?, ?)"],
            [
                #"have.joined(separator: " INTERSECT ")"#: """
                SELECT DISTINCT donor FROM donor_word WHERE organization = ? AND word >= ? AND word < ?
                INTERSECT
                SELECT DISTINCT donor FROM donor_word WHERE organization = ? AND word >= ? AND word < ?
                """
            ],
        ],
        "Giving/Transaction+Gifts": [
            ["rows": "(?, ?, ?, ?)"],
            ["rows": "(?, ?, ?, ?), (?, ?, ?, ?)"],
            ["list.placeholders": "?, ?"],
            [
                "from": "gift.body FROM gift",
                conditions: """
                gift.id < ? AND gift.id >= ? AND gift.id >= ? AND gift.day >= ? AND gift.day <= ?
                AND gift.organization = ? AND gift.fund = ? AND gift.donor = ? AND gift.recurring = ?
                AND gift.status = ?
                """,
            ],
            [
                "from": "gift.body FROM gift",
                conditions: "gift.id < ? AND gift.donor IN (?, ?) AND gift.organization || '' = ?",
            ],
            [
                "from": """
                COALESCE(closed_gift.body, gift.body) FROM gift LEFT JOIN closed_gift
                ON closed_gift.gift = gift.id AND closed_gift.month = substr(gift.day, 1, 7)
                """,
                conditions: "gift.id < ? AND COALESCE(closed_gift.status, gift.status) = ?",
            ],
        ],
        "Giving/Transaction+Receipts": [
            [#"organization == nil ? "" : "organization = ? AND ""#: ""],
            [#"organization == nil ? "" : "organization = ? AND ""#: "organization = ? AND "],
        ],
        "Giving/Transaction+Taps": [
            ["rows": "(?, ?, ?, ?, ?, ?, ?, ?)"],
            ["rows": "(?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?)"],
        ],
        "Giving/Transaction+Recurring": [
            [conditions: "id < ?"],
            [conditions: "id < ? AND never_began = 0 AND organization = ? AND donor = ?"],
        ],
        "PaymentCore/Transaction+Attempts": [
            ["column": "email"], ["column": "client"], ["column": "payment"],
        ],
        "PaymentCore/Transaction+Ledger": [
            ["Self.rows(of: 5, count: posting.entries.count)": "(?, ?, ?, ?, ?), (?, ?, ?, ?, ?)"],
            ["Self.rows(of: 4, count: changes.count)": "(?, ?, ?, ?), (?, ?, ?, ?)"],
        ],
        "PaymentCore/Transaction+Outbox": [["condition": ""], ["condition": "waiting = 1 AND "]],
        "PaymentCore/Transaction+Payments": [["condition": "TRUE"], ["condition": "payee IN (?, ?)"]],
        "StaffAccess/Transaction+AuditLog": [
            ["Self.columns": auditLogColumns],
            [
                "Self.columns": auditLogColumns, "tables": "audit_log a", #"organized ? "o" : "a""#: "a",
                conditions: """
                TRUE AND a.number < ? AND a.time >= ? AND a.time < ? AND a.actor = ? AND a.action = ?
                AND \(listsID) AND (a.actor = ? OR \(listsID)) AND a.refusal <> ''
                """,
            ],
            [
                "Self.columns": auditLogColumns, "tables": "audit_log_organization o CROSS JOIN audit_log a",
                #"organized ? "o" : "a""#: "o",
                conditions: "TRUE AND a.number = o.number AND o.organization = ? AND o.number < ?",
            ],
        ],
        "StaffAccess/Transaction+Unconfirmed": [["table": "staff_member"], ["table": "api_key"]],
        "TagRegistry/Transaction+NewTaps": [
            ["rows": "(?, ?, ?, ?, ?, ?, ?, ?)"],
            ["rows": "(?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?)"],
        ],
        "TagRegistry/Transaction+Audits": [
            ["condition": "TRUE"],
            ["condition": "EXISTS (SELECT 1 FROM audit_sighting WHERE walk = audit_walk.number)"],
        ],
    ]

    private static let auditLogColumns =
        "a.number, a.time, a.actor, a.action, a.network, a.refusal, a.ids, a.organizations, a.hash"
    private static let listsID =
        "replace(' ' || a.ids || ' ', ' ' || CAST(? AS TEXT) || ' ', '') <> ' ' || a.ids || ' '"
}
