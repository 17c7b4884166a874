import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import Giving
import MoneyKit
import PaymentCore
import TimeKit

/// `tapctl payout match`: shows the transactions of a payout, or matches a bank statement with payouts.
struct PayoutMatchCommand: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Show what a payout contains, or match a bank statement with payouts.",
        discussion: """
            EXAMPLES:
              tapctl payout match po_0000004Q...
              tapctl payout match po_0000004Q... --json | jq -r '.lines[].gift'
              tapctl payout match po_0000004Q... --format csv > payout.csv
              tapctl payout match bank.csv --org WoodlandsChurch
              tapctl payout match bank.csv --org WoodlandsChurch --date-order dmy \\
                  --amount "Paid in"

            Each payout is one line on the bank statement. A payout contains everything
            that became available after the previous payout. Lines are listed oldest first;
            each refund is listed with its gift. Exits with 1 if the lines do not add up to
            the payout's amount, for example because a partial payout was made without
            tapctl.

            With --org, the command reads a bank statement in CSV (- for standard input)
            and finds the payout for each deposit. A payout matches if it has the same
            amount to the cent, and arrived on the day of the deposit or at most --days
            days earlier. If the bank's text contains a payout's id, only that payout can
            match. Columns are recognized by the names that banks use. Nothing is guessed:
            if two payouts fit equally well, both are shown. Exits with 1 if a payout that
            should have arrived did not, or if a deposit is ambiguous.
            """)

    @Argument(help: "A payout's id; with --org, a bank statement in CSV, or - for standard input.")
    var subject: String

    @OptionGroup var bank: BankOptions
    @OptionGroup var sheet: SheetOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try sheet.refuse(beside: output)
        if bank.org == nil, subject == "-" || subject.contains(where: { "./".contains($0) }) {
            throw ValidationError("A bank statement belongs to one organization: add --org.")
        }
    }

    func run() async throws {
        if let org = bank.org { return try await matchStatement(of: org) }
        let (match, gifts, names) = try await data.withData(needsProcessor: false) { data in
            guard try await data.read({ try $0.payout(subject) }) != nil else {
                throw GivingError(.notFound, "payout \(subject.prefix(40))")
            }
            let match = try await data.payments.match(payout: subject)
            let now = data.clock.now()
            let (gifts, names) = try await data.read { transaction in
                let gifts = try transaction.gifts(of: match).mapValues(\.id)
                return (
                    gifts,
                    try GivingNames(organizations: transaction.allOrganizations(), in: transaction, at: now)
                )
            }
            return (match, gifts, names)
        }
        let org = names.organization(ofAccount: match.payout.payee)
        if sheet.isWanted {
            try sheet.print([PayoutMatch.sheetHead] + match.sheetLines(gifts: gifts, names: names))
        } else {
            try output.print(match.document(gifts: gifts, org: org)) {
                match.text(gifts: gifts, names: names, style: $0)
            }
        }
        if match.differenceMinor != 0 { throw ExitCode.no }
    }

    private func statementBytes() throws -> [UInt8] {
        do {
            return try Input.read(subject, limit: BankStatement.mostBytes)
        } catch let error as CommandError where error.code == "limitExceeded" {
            throw CommandError(
                .malformed, code: error.code, error.summary,
                reason: "the file has more than \(BankStatement.mostBytes) bytes",
                remedy: "export fewer days at a time")
        }
    }

    private func matchStatement(of org: String) async throws {
        let bytes = try statementBytes()
        let matched = try await data.withData(needsProcessor: false) { data in
            let now = data.clock.now()
            let (statement, found, organization, names) = try await data.read { transaction in
                let organization = try transaction.knownOrganization(org)
                let statement = try BankStatement(
                    csv: bytes, currency: organization.currency, layout: bank.layout)
                let payouts = try organization.account.map { account in
                    try statement.payouts(within: bank.window) {
                        try transaction.payouts(ofPayee: account, after: $0, limit: $1)
                    }
                }
                let found = DepositMatch(
                    statement, payouts: payouts ?? [], descriptor: organization.statementDescriptor,
                    days: bank.window)
                let names = try GivingNames(organizations: [organization], in: transaction, at: now)
                return (statement, found, organization.id, names)
            }
            var explained: [String: MatchedStatement.Explained] = [:]
            for (index, pair) in found.pairs.enumerated() {
                Terminal.progress("payout \(index + 1) of \(found.pairs.count)")
                let match = try await data.payments.match(payout: pair.payout.id)
                let gifts = try await data.read { try $0.gifts(of: match) }
                explained[pair.payout.id] = MatchedStatement.Explained(match: match, gifts: gifts)
                try Task.checkCancellation()
            }
            return MatchedStatement(
                organization: organization, statement: statement, found: found, explained: explained,
                names: names)
        }
        Terminal.endProgress()
        if sheet.isWanted {
            try sheet.print([MatchedStatement.sheetHead] + matched.sheetLines)
        } else {
            try output.print(matched)
        }
        if !matched.isWhole { throw ExitCode.no }
    }
}
