import DataFolderKit
import DatabaseKit
import Documents
import Giving
import StaffAccess
import TimeKit

/// Operations on the funds of organizations.
extension APIRoute {
    static let funds: [APIRoute] = [
        list(
            "/api/organizations/{org}/funds", "listFunds",
            "List an organization's funds with the totals of their gifts, sorted by id", for: .money,
            of: FundWithTotals.schema
        ) { context, page in
            let id = try await context.organization()
            let all = try await context.data.read { try $0.fundsWithTotals(of: id) }
            return all.filter { $0.fund.id > page.after ?? "" }.prefix(page.asked).map(\.document)
        },
        get(
            "/api/organizations/{org}/funds/{fund}", "getFund", "Get a fund", for: .money,
            answers: Fund.schema
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
                .displayName,
                .optional("one_time", .bool, "whether the fund accepts one-time gifts; default: true"),
                .optional("monthly", .bool, "whether the fund accepts monthly gifts; default: true"),
            ], records: .addFund, answers: Fund.schema
        ) { context in
            let fields = context.fields
            return try await context.fundOnce("add", fields.needed("id")) { transaction, id, fund, now in
                try transaction.addFund(
                    fund, name: fields.needed("name"), to: id,
                    offersOneTime: fields.bool("one_time") ?? true,
                    offersMonthly: fields.bool("monthly") ?? true, at: now)
            }
        },
        post(
            "/api/organizations/{org}/funds/{fund}", "changeFund",
            "Rename a fund. Issued receipts keep the old name",
            [.displayName], records: .changeFund,
            answers: Fund.schema
        ) { context in
            try await context.fundOnce("edit", context.part("fund")) { transaction, id, fund, now in
                try transaction.renameFund(fund, of: id, to: context.fields.needed("name"), at: now)
            }
        },
        post(
            "/api/organizations/{org}/funds/{fund}/close", "closeFund",
            "Close a fund, so that it no longer accepts gifts",
            [.optional("default", .text(), "the new default fund, for gifts that do not specify a fund")],
            records: .closeFund, answers: Fund.schema
        ) { context in
            try await context.fundOnce("close", context.part("fund")) { transaction, id, fund, now in
                try transaction.closeFund(
                    fund, of: id, successor: context.fields.text("default"), at: now)
            }
        },
        post(
            "/api/organizations/{org}/funds/{fund}/reopen", "reopenFund",
            "Reopen a closed fund",
            records: .reopenFund, answers: Fund.schema
        ) { context in
            try await context.fundOnce("reopen", context.part("fund")) { transaction, id, fund, now in
                try transaction.reopenFund(fund, of: id, at: now)
            }
        },
    ]
}

extension APIRequestContext {
    /// Changes a fund of the organization in the path once per idempotency key, and returns the fund's JSON
    /// document.
    ///
    /// - Parameter change: A closure that changes the fund. It is called with the ids of the organization and
    ///   of the fund, and the current time.
    fileprivate func fundOnce(
        _ what: String, _ fund: String,
        change: @escaping @Sendable (Transaction, String, String, Timestamp) throws -> Fund
    ) async throws -> JSONValue {
        let id = try await organization()
        return try await once([what, id, fund]) { transaction, now in
            try change(transaction, id, fund, now).document
        } find: { transaction in
            try transaction.existingFund(fund, of: transaction.existingOrganization(id)).document
        }
    }
}
