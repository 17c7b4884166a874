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
            "object": "bank_match", "org": .string(organization),
            "since": .string(statement.days.lowerBound.iso8601),
            "until": .string(statement.days.upperBound.iso8601), "lines": .int(statement.lines),
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
            "line": .int(line), "day": .string(day.iso8601), "amount_minor": .int(Int(amount.minorUnits)),
            "currency": .string(amount.currency.code), "text": .string(text),
        ]
    }
}

extension PayoutShare {
    fileprivate var document: JSONValue {
        [
            "fund": JSONValue(fund), "gifts": .int(gifts), "given_minor": .int(Int(givenMinor)),
            "returned_minor": .int(Int(returnedMinor)), "fees_minor": .int(Int(feesMinor)),
            "other_minor": .int(Int(otherMinor)), "net_minor": .int(Int(netMinor)),
        ]
    }
}
