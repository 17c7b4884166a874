import DataFolderKit
import Documents
import Giving

extension ScenarioReader {
    /// The keys of all expectations, including those of products.
    var expectationKeys: [String] {
        ["refused", "leads_to", "results", "gifts", "monthly"] + fields.map { $0.key } + [
            "counts", "funds", "balances", "held", "accounts", "platform_net", "statements", "intents",
            "intents_at_most", "ledger", "receipts", "processor",
        ]
    }
    private static let numbers = 0...1_000_000

    func expectations(_ tree: ScenarioTree) throws(ScenarioError) -> [ScenarioExpectation] {
        let fields = try ScenarioFields(tree, of: "expect", keys: expectationKeys)
        var found: [ScenarioExpectation] = []
        for key in fields.keys { found += try expectations(key, fields.needed(key)) }
        return found
    }

    private func expectations(_ key: String, _ tree: ScenarioTree) throws(ScenarioError)
        -> [ScenarioExpectation]
    {
        func one(_ subject: ScenarioExpectation.Subject, _ expected: String) -> [ScenarioExpectation] {
            [ScenarioExpectation(line: tree.line, subject: subject, expected: expected)]
        }
        if let field = fields.first(where: { $0.key == key }) { return try field.expectations(tree, self) }
        switch key {
        case "refused": return one(.refused, try tree.text(as: key))
        case "leads_to": return one(.leadsTo, try tree.text(as: key))
        case "held": return one(.held, try tree.amount(as: key))
        case "accounts": return try tree.entries(as: key).map(account)
        case "platform_net": return one(.platformNet, try tree.amount(as: key))
        case "intents": return one(.intents, String(try tree.number(as: key, in: Self.numbers)))
        case "intents_at_most":
            return one(.intentsAtMost, String(try tree.number(as: key, in: Self.numbers)))
        case "ledger": return one(.ledger, try tree.word(as: key, of: ["balanced"]))
        case "receipts": return one(.receipts, try tree.word(as: key, of: ["whole"]))
        case "processor": return one(.processor, try tree.word(as: key, of: ["equal"]))
        case "results": return try tree.entries(as: key).map(result)
        case "counts": return try tree.entries(as: key).map(count)
        case "gifts": return try gifts(tree)
        case "monthly": return try monthly(tree)
        case "funds": return try funds(tree)
        case "balances": return try balances(tree)
        default: return try statements(tree)
        }
    }

    private func result(_ entry: ScenarioTree.Entry) throws(ScenarioError) -> ScenarioExpectation {
        let count = try entry.value.number(as: entry.key, in: Self.numbers)
        return ScenarioExpectation(line: entry.line, subject: .result(entry.key), expected: String(count))
    }

    private func count(_ entry: ScenarioTree.Entry) throws(ScenarioError) -> ScenarioExpectation {
        var count = try result(entry)
        count.subject = .count(try word(entry, Gift.Status.self))
        return count
    }

    private func account(_ entry: ScenarioTree.Entry) throws(ScenarioError) -> ScenarioExpectation {
        ScenarioExpectation(
            line: entry.line, subject: .account(entry.key), expected: try entry.value.amount(as: entry.key))
    }

    private func gifts(_ tree: ScenarioTree) throws(ScenarioError) -> [ScenarioExpectation] {
        try each(of: tree, as: "gifts", ScenarioExpectation.GiftField.self, name: giftName) {
            (name, field, entry) throws(ScenarioError) in
            let expected =
                switch field {
                case .status: try entry.value.word(as: entry.key, Gift.Status.self).rawValue
                case .amount, .total, .fee, .coveredFee, .refunded: try entry.value.amount(as: entry.key)
                case .receipt, .failure, .fund: try entry.value.text(as: entry.key)
                }
            return (.gift(name, field), expected)
        }
    }

    private func monthly(_ tree: ScenarioTree) throws(ScenarioError) -> [ScenarioExpectation] {
        try each(of: tree, as: "monthly", ScenarioExpectation.MonthlyField.self, name: giftName) {
            (name, field, entry) throws(ScenarioError) in
            let expected = try entry.value.text(as: entry.key)
            if field == .nextCharge, expected != "none" { _ = try entry.value.moment(as: entry.key) }
            return (.monthly(name, field), expected)
        }
    }

    private func funds(_ tree: ScenarioTree) throws(ScenarioError) -> [ScenarioExpectation] {
        var found: [ScenarioExpectation] = []
        for named in try tree.entries(as: "funds") {
            let org = try known(named.key, .organizations, line: named.line)
            for entry in try named.value.entries(as: named.key) {
                found.append(
                    .init(
                        line: entry.line, subject: .fundTotal(org: org, fund: entry.key),
                        expected: try entry.value.amount(as: entry.key)))
            }
        }
        return found
    }

    private func balances(_ tree: ScenarioTree) throws(ScenarioError) -> [ScenarioExpectation] {
        try each(
            of: tree, as: "balances", ScenarioExpectation.BalanceField.self,
            name: { entry throws(ScenarioError) in try account(entry.key, line: entry.line) }
        ) {
            (org, field, entry) throws(ScenarioError) in
            (.balance(org: org, field), try entry.value.amount(as: entry.key))
        }
    }

    private func statements(_ tree: ScenarioTree) throws(ScenarioError) -> [ScenarioExpectation] {
        var found: [ScenarioExpectation] = []
        let sums = ScenarioExpectation.StatementField.allCases
        for tree in tree.elements {
            let fields = try ScenarioFields(
                tree, of: "a statement", keys: ["donor", "org", "year"] + sums.map(\.rawValue))
            let org = try organization(fields)
            let year = try fields.needed("year").number(as: "year", in: 1...9_998)
            let donor = try fields.neededText("donor")
            for sum in sums {
                guard let value = fields[sum.rawValue] else { continue }
                found.append(
                    .init(
                        line: value.line, subject: .statement(donor: donor, org: org, year: year, sum),
                        expected: try value.amount(as: sum.rawValue)))
            }
        }
        return found
    }

    // MARK: Names that are keys

    /// Reads the expectations for named objects, field by field. `name` returns the name of the object to
    /// which a key refers. `one` returns the subject and the expected value of one field.
    func each<Field: RawRepresentable<String> & CaseIterable>(
        of tree: ScenarioTree, as key: String, _ type: Field.Type,
        name: (ScenarioTree.Entry) throws(ScenarioError) -> String,
        _ one: (String, Field, ScenarioTree.Entry) throws(ScenarioError) -> (
            ScenarioExpectation.Subject, String
        )
    ) throws(ScenarioError) -> [ScenarioExpectation] {
        var found: [ScenarioExpectation] = []
        for named in try tree.entries(as: key) {
            let name = try name(named)
            for entry in try named.value.entries(as: named.key) {
                let (subject, expected) = try one(name, word(entry, type), entry)
                found.append(.init(line: entry.line, subject: subject, expected: expected))
            }
        }
        return found
    }

    private func giftName(_ entry: ScenarioTree.Entry) throws(ScenarioError) -> String {
        try known(entry.key, .gifts, line: entry.line)
    }

    private func word<Word: RawRepresentable<String> & CaseIterable>(
        _ entry: ScenarioTree.Entry, _ type: Word.Type
    ) throws(ScenarioError) -> Word {
        if let word = Word(rawValue: entry.key) { return word }
        let words = Word.allCases.map(\.rawValue)
        let near = nearest(to: entry.key, among: words)
        throw ScenarioError(
            .unknownKey, line: entry.line, "unknown key \(entry.key.prefix(40))",
            remedy: near.map { "write \($0)" } ?? "use one of \(words.joined(separator: ", "))")
    }
}
