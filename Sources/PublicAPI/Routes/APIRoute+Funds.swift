import DataFolderKit
import DatabaseKit
import Documents
import Giving
import TimeKit

/// Funds.
extension APIRoute {
    package static let funds: [APIRoute] = [
        get(
            "/api/organizations/{org}/funds", "listFunds",
            "The funds of an organization, by id, with what they have got",
            for: .money, APIPage.fields, answers: .page(of: FundWithTotals.fields.schema)
        ) { visit in
            let (page, id) = (APIPage(visit.fields), try await visit.organization())
            return try await visit.data.read { transaction in
                let all = try transaction.fundsWithTotals(of: id)
                return page.document(
                    all.filter { $0.fund.id > page.behind ?? "" }.prefix(page.asked).map(\.document))
            }
        },
        get(
            "/api/organizations/{org}/funds/{fund}", "getFund", "A fund", for: .money,
            answers: Fund.fields.schema
        ) { visit in
            let (id, fund) = (try await visit.organization(), visit.part("fund"))
            return try await visit.data.read { transaction in
                try transaction.existingFund(fund, of: transaction.existingOrganization(id)).document
            }
        },
        post(
            "/api/organizations/{org}/funds", "createFund", "Add a fund",
            [
                .always("id", .text(), "1 to 32 letters, digits, '.', '_' and '-'"),
                .always("name", .text(), "what people see"),
                .maybe("one_time", .truth, "it takes single gifts; true unless said"),
                .maybe("monthly", .truth, "it takes monthly gifts; true unless said"),
            ], answers: Fund.fields.schema
        ) { visit in
            let (id, fields) = (try await visit.organization(), visit.fields)
            let fund = fields.needed("id")
            return try await visit.fundOnce("add", id, fund) { transaction, now in
                try transaction.addFund(
                    fund, name: fields.needed("name"), to: id,
                    offersOneTime: fields.truth("one_time") ?? true,
                    offersMonthly: fields.truth("monthly") ?? true, at: now)
            }
        },
        post(
            "/api/organizations/{org}/funds/{fund}", "changeFund",
            "Give a fund another name; receipts that were issued keep the one of their day",
            [.always("name", .text(), "what people see")], answers: Fund.fields.schema
        ) { visit in
            let (id, fund) = (try await visit.organization(), visit.part("fund"))
            let name = visit.fields.needed("name")
            return try await visit.fundOnce("edit", id, fund) { transaction, now in
                try transaction.renameFund(fund, of: id, to: name, at: now)
            }
        },
        post(
            "/api/organizations/{org}/funds/{fund}/close", "closeFund",
            "Close a fund: it takes no gifts, and is never taken for another",
            [.maybe("default", .text(), "the fund that is meant from now on where none is named")],
            answers: Fund.fields.schema
        ) { visit in
            let (id, fund) = (try await visit.organization(), visit.part("fund"))
            let successor = visit.fields.text("default")
            return try await visit.fundOnce("close", id, fund) { transaction, now in
                try transaction.closeFund(fund, of: id, successor: successor, at: now)
            }
        },
        post(
            "/api/organizations/{org}/funds/{fund}/reopen", "reopenFund",
            "Let a closed fund take gifts again",
            answers: Fund.fields.schema
        ) { visit in
            let (id, fund) = (try await visit.organization(), visit.part("fund"))
            return try await visit.fundOnce("reopen", id, fund) { transaction, now in
                try transaction.reopenFund(fund, of: id, at: now)
            }
        },
    ]
}

extension APIRequestContext {
    /// Changes a fund once per idempotency key, and returns its document.
    fileprivate func fundOnce(
        _ what: String, _ id: String, _ fund: String,
        change: @escaping @Sendable (Transaction, Timestamp) throws -> Fund
    ) async throws -> JSONValue {
        try await once([what, id, fund]) { transaction, now in
            try change(transaction, now).document
        } find: { transaction in
            try transaction.existingFund(fund, of: transaction.existingOrganization(id)).document
        }
    }
}
