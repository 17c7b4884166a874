import DataFolderKit
import DatabaseKit
import Documents
import Giving
import StaffAccess
import TimeKit

/// Operations on the funds of organizations.
extension APIRoute {
    package static let funds: [APIRoute] = [
        get(
            "/api/organizations/{org}/funds", "listFunds",
            "List an organization's funds with the totals of their gifts, sorted by id",
            for: .money, APIPage.fields, answers: .page(of: FundWithTotals.fields.schema)
        ) { context in
            let (page, id) = (APIPage(context.fields), try await context.organization())
            return try await context.data.read { transaction in
                let all = try transaction.fundsWithTotals(of: id)
                return page.document(
                    all.filter { $0.fund.id > page.after ?? "" }.prefix(page.asked).map(\.document))
            }
        },
        get(
            "/api/organizations/{org}/funds/{fund}", "getFund", "Get a fund", for: .money,
            answers: Fund.fields.schema
        ) { context in
            let (id, fund) = (try await context.organization(), context.part("fund"))
            return try await context.data.read { transaction in
                try transaction.existingFund(fund, of: transaction.existingOrganization(id)).document
            }
        },
        post(
            "/api/organizations/{org}/funds", "createFund", "Add a fund",
            [
                .required("id", .text(), "1 to 32 letters, digits, '.', '_' and '-'"),
                .required("name", .text(), "the display name"),
                .optional("one_time", .bool, "whether the fund accepts one-time gifts; default: true"),
                .optional("monthly", .bool, "whether the fund accepts monthly gifts; default: true"),
            ], records: .addFund, answers: Fund.fields.schema
        ) { context in
            let (id, fields) = (try await context.organization(), context.fields)
            let fund = fields.needed("id")
            return try await context.fundOnce("add", id, fund) { transaction, now in
                try transaction.addFund(
                    fund, name: fields.needed("name"), to: id,
                    offersOneTime: fields.bool("one_time") ?? true,
                    offersMonthly: fields.bool("monthly") ?? true, at: now)
            }
        },
        post(
            "/api/organizations/{org}/funds/{fund}", "changeFund",
            "Rename a fund. Issued receipts keep the old name",
            [.required("name", .text(), "the display name")], records: .changeFund,
            answers: Fund.fields.schema
        ) { context in
            let (id, fund) = (try await context.organization(), context.part("fund"))
            let name = context.fields.needed("name")
            return try await context.fundOnce("edit", id, fund) { transaction, now in
                try transaction.renameFund(fund, of: id, to: name, at: now)
            }
        },
        post(
            "/api/organizations/{org}/funds/{fund}/close", "closeFund",
            "Close a fund, so that it no longer accepts gifts",
            [.optional("default", .text(), "the new default fund, for gifts that do not specify a fund")],
            records: .closeFund, answers: Fund.fields.schema
        ) { context in
            let (id, fund) = (try await context.organization(), context.part("fund"))
            let successor = context.fields.text("default")
            return try await context.fundOnce("close", id, fund) { transaction, now in
                try transaction.closeFund(fund, of: id, successor: successor, at: now)
            }
        },
        post(
            "/api/organizations/{org}/funds/{fund}/reopen", "reopenFund",
            "Reopen a closed fund",
            records: .reopenFund, answers: Fund.fields.schema
        ) { context in
            let (id, fund) = (try await context.organization(), context.part("fund"))
            return try await context.fundOnce("reopen", id, fund) { transaction, now in
                try transaction.reopenFund(fund, of: id, at: now)
            }
        },
    ]
}

extension APIRequestContext {
    /// Changes a fund once per idempotency key, and returns the fund's JSON document.
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
