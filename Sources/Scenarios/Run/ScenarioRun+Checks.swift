import DataFolderKit
import DatabaseKit
import Documents
import Giving
import MoneyKit
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TimeKit

extension ScenarioRun {
    /// Compares the actual value with an expectation, and returns the result.
    func check(_ expectation: ScenarioExpectation, _ outcome: Outcome) async throws
        -> ScenarioResult.Check
    {
        var found: String
        do {
            found = try await self.found(expectation.subject, outcome)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            let error = CommandError(error)
            found = "\(error.code): \(error.sentence)"
        }
        return ScenarioResult.Check(
            line: expectation.line, title: expectation.title, expected: expectation.expected, found: found,
            passed: expectation.holds(for: found))
    }

    private func found(_ subject: ScenarioExpectation.Subject, _ outcome: Outcome) async throws -> String {
        switch subject {
        case .refused: return outcome.refusal?.code ?? "done"
        case .leadsTo: return outcome.leadsTo ?? outcome.refusal?.code ?? "nowhere"
        case .result(let result): return String(outcome.results[result] ?? 0)
        case .gift(let name, let field): return try await found(field, of: name)
        case .monthly(let name, let field): return try await found(field, of: name)
        case .count(let status):
            return String(try await read { try $0.giftCounts(ofOrganization: nil)[status] ?? 0 })
        case .fundTotal(let org, let fund):
            let totals = try await read { try $0.fundTotals(ofOrganization: org) }
            return totals.first { $0.fund == fund }?.amount.plainText ?? "0"
        case .balance(let org, let field): return try await balance(of: org, field)
        case .product(let fact): return try await fact.field.found(of: fact.name, in: self)
        case .account(let name):
            let entries = try await read { try $0.balances(prefix: name) }
            return try amounts(entries.filter { $0.account.rawValue == name }, negated: false)
        case .held:
            let entries = try await read { try $0.balances(prefix: LedgerAccount.held("").rawValue) }
            return try amounts(entries, negated: true)
        case .platformNet:
            let entries = try await read { try $0.balances(prefix: "") }
            return try amounts(entries.filter(\.account.isPlatforms), negated: true)
        case .statement(let donor, let org, let year, let field):
            return try await statement(of: donor, org, year, field)
        case .intents, .intentsAtMost: return String(try await intents())
        case .ledger:
            let check = try await read { try $0.ledgerCheck() }
            return check.isBalanced ? "balanced" : check.problems.joined(separator: "; ")
        case .receipts:
            let problems = try await read { try $0.receiptProblems() }
            return problems.isEmpty ? "whole" : problems.joined(separator: "; ")
        case .processor: return try await differences()
        }
    }

    private func found(_ field: ScenarioExpectation.GiftField, of name: String) async throws -> String {
        let gift = try await gift(name)
        func text(_ minor: Int64) -> String { Money(minor, gift.amount.currency).plainText }
        switch field {
        case .status: return gift.status.rawValue
        case .amount: return gift.amount.plainText
        case .total: return gift.total.plainText
        case .fee: return text(gift.feeMinor)
        case .coveredFee: return text(gift.coveredFeeMinor)
        case .refunded: return text(gift.refundedMinor)
        case .receipt: return gift.receiptNumber ?? "none"
        case .failure: return gift.failureCode ?? "none"
        case .fund: return gift.fund
        }
    }

    private func found(_ field: ScenarioExpectation.MonthlyField, of name: String) async throws -> String {
        guard let id = try await gift(name).recurring,
            let monthly = try await read({ try $0.recurring(id) })
        else { throw GivingError(.notFound, "monthly gift \(name)") }
        switch field {
        case .status: return monthly.status.rawValue
        case .amount: return monthly.amount.plainText
        case .fund: return monthly.fund
        case .failure: return monthly.failureCode ?? "none"
        case .nextCharge: return monthly.nextCharge?.iso8601 ?? "none"
        case .paidPeriods: return String(monthly.paidPeriods)
        }
    }

    private func balance(of org: String, _ field: ScenarioExpectation.BalanceField) async throws -> String {
        let account = try await account(of: org)
        // An amount that is owed is a credit, which is negative in the ledger.
        let (name, isCredit): (LedgerAccount, Bool) =
            switch field {
            case .payee: (.payee(account), true)
            case .bank: (.bank(account), true)
            case .receivable: (.receivable(account), false)
            }
        let entries = try await read { try $0.balances(prefix: name.rawValue) }
        return try amounts(entries.filter { $0.account == name }, negated: isCredit)
    }

    /// Returns the sum of ledger entries, or a list of sums if the entries have several currencies.
    private func amounts(_ entries: [LedgerEntry], negated: Bool) throws -> String {
        let sums = try Dictionary(grouping: entries, by: \.amount.currency)
            .map { try Money.sum($0.value.map(\.amount), in: $0.key) }
            .map { negated ? try $0.negated() : $0 }
        return sums.isEmpty ? "0" : sums.map(\.plainText).sorted().joined(separator: ", ")
    }

    private func statement(
        of donor: String, _ org: String, _ year: Int, _ field: ScenarioExpectation.StatementField
    ) async throws -> String {
        let now = world.clock.now
        return try await read { transaction in
            guard let address = EmailAddress(donor), let donor = try transaction.donor(email: address) else {
                return "no such donor"
            }
            let statement = try transaction.statement(
                to: transaction.existingOrganization(org), of: donor.id, year: year, at: now)
            switch field {
            case .total: return statement.sum.total.plainText
            case .given: return statement.sum.given.plainText
            case .gifts: return String(statement.lines.count)
            }
        }
    }

    /// Returns the number of payment intents that reached the processor.
    private func intents() async throws -> Int {
        var (count, query) = (0, ListQuery(limit: 100))
        while true {
            let page = try await world.processor.paymentIntents(query)
            count += page.data.count
            guard page.hasMore, let last = page.data.last else { return count }
            query.startingAfter = last.id
        }
    }

    /// Compares the processor's balances with the ledger. Returns `equal`, or a description of the
    /// differences.
    private func differences() async throws -> String {
        let entries = try await read { try $0.balances(prefix: "") }
        func ours(_ belongs: (String) -> Bool) -> Int64 {
            entries.filter { belongs($0.account.rawValue) }.reduce(0) { $0 + $1.amount.minorUnits }
        }
        var found: [String] = []
        for name in scenario.organizations.map(\.id) + (ids[.payees] ?? [:]).keys.sorted() {
            let account = try await account(of: name)
            let held = try await world.processor.balances(of: account).reduce(0) { $0 + $1.total }
            let expected = -ours { $0 == LedgerAccount.payee(account).rawValue }
            if held != expected {
                found.append("\(name): \(held) at the processor, \(expected) in the ledger")
            }
        }
        let held = try await world.processor.balances(of: nil).reduce(0) { $0 + $1.total }
        let expected = ours { $0 == "processor" || $0.hasPrefix("payee:") || $0.hasPrefix("bank:") }
        if held != expected {
            found.append("platform: \(held) at the processor, \(expected) in the ledger")
        }
        return found.isEmpty ? "equal" : found.joined(separator: "; ")
    }

    private func read<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        try await world.file.read(work)
    }
}
