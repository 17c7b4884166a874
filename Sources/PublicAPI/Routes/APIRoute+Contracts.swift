import Contracts
package import DataFolderKit
import Documents
import Giving

extension ContractProduct: APIProduct {
    package var routes: [APIRoute] { APIRoute.contracts }
}

/// Contracts, which are paid by a link. A key acts for the payee; the payer pays.
extension APIRoute {
    package static let contracts: [APIRoute] = [
        post(
            "/api/contracts", "createContract", "Write a contract: a draft, or one that is sent at once",
            ContractForm.fields.map(\.described), answers: LinkedContract.fields.schema
        ) { try await $0.createContract() },
        get(
            "/api/contracts", "listContracts", "Contracts that pay an organization, newest first",
            for: .money,
            [
                .org,
                .optional("status", .cases(of: ContractStatus.self), "default: all"),
            ] + APIPage.fields, answers: .page(of: LinkedContract.fields.schema)
        ) { context in
            let (page, org) = (APIPage(context.fields), try await context.listedOrganization())
            let status = context.fields.code("status", of: ContractStatus.self)
            return try await context.data.read { transaction in
                guard let account = try transaction.organization(org)?.account else {
                    return page.document([])
                }
                try page.check { try transaction.contract($0)?.terms.payee == account }
                let found = try transaction.contracts(
                    ofPayee: account, in: status, after: page.after, limit: page.asked)
                return page.document(try found.map { try context.document(of: $0, in: transaction) })
            }
        },
        get(
            "/api/contracts/{contract}", "getContract", "A contract, and what can be done with it",
            for: .money, answers: LinkedContract.fields.schema
        ) { context in
            let contract = try await context.contract()
            return try await context.shown(contract.id)
        },
        post(
            "/api/contracts/{contract}/send-payment-request", "sendPaymentRequest",
            "Ask the payer for the first payment, or for all: the open link, or a new one",
            [.optional("rotate", .bool, "withdraw the open link, and make another")],
            answers: LinkedContract.fields.schema
        ) { try await $0.perform(.requestPayment, on: $0.contract(), asking: 1) },
        post(
            "/api/contracts/{contract}/milestones/{milestone}/request-payment", "requestMilestonePayment",
            "Ask the payer for a milestone's payment, from 1 on",
            [.optional("rotate", .bool, "withdraw the open link, and make another")],
            answers: LinkedContract.fields.schema
        ) { context in
            let contract = try await context.contract()
            let milestones = contract.terms.structure.milestones
            guard let number = Int(context.part("milestone")), (1...100).contains(number),
                number <= milestones.count
            else {
                throw APIError(
                    404, .request, ContractError.Code.notFound.rawValue,
                    "The contract has no such milestone. GET /api/contracts/{contract} shows what it has.")
            }
            return try await context.perform(.requestMilestone(number), on: contract, asking: number)
        },
        post(
            "/api/contracts/{contract}/process-payment", "processContractPayment",
            "Pay what a link leads to, or a milestone; the amount is the contract's",
            [
                .required("method", .text(), "the wallet's payment method, such as pm_card_visa"),
                .optional("token", .text(), "the last part of the payment link"),
                .optional(
                    "milestone", .number(1...100), "without token: the milestone's number; default: the first"
                ),
                .optional("client", .networkAddress, "the network address from which the payer pays"),
            ], answers: LinkedContract.fields.schema, triesCards: true
        ) { try await $0.payContract() },
        patch(
            "/api/contracts/{contract}/status", "changeContractStatus",
            "Do with a contract what its status allows, for the payee",
            [
                .required("transition", .text(of: APIRequestContext.transitions.map(\.rawValue))),
                .optional("milestone", .number(1...100), "to complete: which one"),
                .optional("reason", .text(), "needed to dispute and to cancel"),
            ], answers: LinkedContract.fields.schema
        ) { context in
            let contract = try await context.contract()
            return try await context.perform(context.transition(), on: contract)
        },
    ]
}
