package import Giving
import MoneyKit
package import PaymentCore
import TextKit
import TimeKit

/// A bank statement whose deposits were matched to payouts.
package struct MatchedStatement: Sendable {
    /// A payout with its lines, and the gifts to which the lines refer, keyed by payment id.
    package struct Explained: Sendable {
        package var match: PayoutMatch
        package var gifts: [String: Gift]

        package init(match: PayoutMatch, gifts: [String: Gift]) {
            self.match = match
            self.gifts = gifts
        }
    }

    package var organization: String
    package var statement: BankStatement
    package var found: DepositMatch
    /// The payouts with their lines and gifts, keyed by payout id.
    package var explained: [String: Explained]
    package var names: GivingNames

    package init(
        organization: String, statement: BankStatement, found: DepositMatch, explained: [String: Explained],
        names: GivingNames
    ) {
        self.organization = organization
        self.statement = statement
        self.found = found
        self.explained = explained
        self.names = names
    }

    /// Whether all payouts are explained: no payout is missing, no pairing with a deposit is ambiguous, and
    /// each payout equals the sum of its lines. Deposits that match no payout are ignored.
    package var isWhole: Bool {
        found.ties.isEmpty && found.missing.isEmpty
            && explained.values.allSatisfy { $0.match.differenceMinor == 0 }
    }

    package func shares(of payout: PayeePayout) -> [PayoutShare] {
        explained[payout.id].map { $0.match.shares(gifts: $0.gifts) } ?? []
    }
}

extension MatchedStatement {
    package var document: JSONValue {
        [
            "object": "bank_match", "org": organization.json, "since": statement.days.lowerBound.json,
            "until": statement.days.upperBound.json, "lines": statement.lines.json,
            "matched": .array(found.pairs.map(pairDocument)),
            "ambiguous": .array(found.ties.map(tieDocument)),
            "deposits_without_payout": .array(found.strangers.map(\.document)),
            "missing": documents(found.missing), "open": documents(found.open),
        ]
    }

    private func pairDocument(_ pair: DepositMatch.Pair) -> JSONValue {
        let explained = explained[pair.payout.id]
        let match = explained.map {
            $0.match.document(gifts: $0.gifts.mapValues(\.id), org: organization)
        }
        return [
            "deposit": pair.deposit.document, "match": match ?? .null,
            "funds": .array(shares(of: pair.payout).map(\.document)),
        ]
    }

    private func tieDocument(_ tie: DepositMatch.Tie) -> JSONValue {
        ["deposits": .array(tie.deposits.map(\.document)), "payouts": documents(tie.payouts)]
    }

    private func documents(_ payouts: [PayeePayout]) -> JSONValue {
        .array(payouts.map { $0.document(org: organization) })
    }
}

extension Deposit {
    fileprivate var document: JSONValue {
        [
            "line": line.json, "day": day.json, "amount_minor": amount.minorUnits.json,
            "currency": amount.currency.code.json, "text": text.json,
        ]
    }
}

extension PayoutShare {
    fileprivate var document: JSONValue {
        [
            "fund": fund.json, "gifts": gifts.json, "given_minor": givenMinor.json,
            "returned_minor": returnedMinor.json, "fees_minor": feesMinor.json,
            "other_minor": otherMinor.json, "net_minor": netMinor.json,
        ]
    }
}
