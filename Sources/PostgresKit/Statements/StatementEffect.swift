/// The tables that a statement uses, which show whether it can change the result of another statement.
struct StatementEffect: Hashable {
    /// Whether the statement only reads. True only for a single `SELECT` that contains none of the words with
    /// which this project's statements change or lock rows.
    let onlyReads: Bool
    /// The words of the statement in lower case, which include the names of all tables that it uses.
    private let words: Set<String>
    /// The name of the only table that the statement changes. Nil if it changes nothing, or if the table cannot
    /// be determined.
    private let changed: String?

    init(of sql: String) {
        let all = sql.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
            .map(String.init)
        words = Set(all)
        let changes = [
            "insert", "update", "delete", "truncate", "lock", "share", "into", "nextval", "setval",
        ]
        onlyReads = all.first == "select" && words.isDisjoint(with: changes) && !sql.contains(";")
        changed =
            switch all.first {
            case "insert" where all.count > 2 && all[1] == "into": all[2]
            case "delete" where all.count > 2 && all[1] == "from": all[2]
            case "update" where all.count > 1: all[1]
            default: nil
            }
    }

    /// Returns whether this statement may change the result of a statement that only reads. No table has
    /// triggers or cascading deletions, so a statement changes only the table that it names.
    func changesTables(of reading: StatementEffect) -> Bool {
        guard !onlyReads else { return false }
        return changed.map { reading.words.contains($0) } ?? true
    }
}
