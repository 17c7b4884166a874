import Contracts
package import DataFolderKit
import Documents
import Giving

extension ContractProduct: APIProduct {
    package var routes: [APIRoute] { APIRoute.contracts }
}

/// Contracts, which the payer pays through a link. A key acts for the payee.
extension APIRoute {
    package static let contracts: [APIRoute] = [
        post(
            "/api/contracts", "createContract", "Create a contract as a draft, or send it at once",
            ContractForm.fields.map(\.described), answers: LinkedContract.fields.schema
        ) { try await $0.createContract() },
        get(
            "/api/contracts", "listContracts", "Contracts of an organization as the payee, newest first",
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
            "/api/contracts/{contract}", "getContract", "A contract, with the actions that it allows",
            for: .money, answers: LinkedContract.fields.schema
        ) { context in
            let contract = try await context.contract()
            return try await context.shown(contract.id)
        },
        post(
            "/api/contracts/{contract}/send-payment-request", "sendPaymentRequest",
            "Request the first payment, or the whole amount: returns the open link or a new one",
            [.optional("rotate", .bool, "revoke the open link and create a new one")],
            answers: LinkedContract.fields.schema
        ) { try await $0.perform(.requestPayment, on: $0.contract(), asking: 1) },
        post(
            "/api/contracts/{contract}/milestones/{milestone}/request-payment", "requestMilestonePayment",
            "Request the payment of a milestone; milestones are numbered from 1",
            [.optional("rotate", .bool, "revoke the open link and create a new one")],
            answers: LinkedContract.fields.schema
        ) { context in
            let contract = try await context.contract()
            let milestones = contract.terms.structure.milestones
            guard let number = Int(context.part("milestone")), (1...100).contains(number),
                number <= milestones.count
            else {
                throw APIError(
                    404, .request, ContractError.Code.notFound.rawValue,
                    "The contract has no such milestone. GET /api/contracts/{contract} shows its milestones.")
            }
            return try await context.perform(.requestMilestone(number), on: contract, asking: number)
        },
        post(
            "/api/contracts/{contract}/process-payment", "processContractPayment",
            "Pay a payment link or a milestone; the contract sets the amount",
            [
                .required("method", .text(), "the wallet's payment method, such as pm_card_visa"),
                .optional("token", .text(), "the last part of the payment link"),
                .optional(
                    "milestone", .number(1...100), "without token: the milestone's number; default: the first"
                ),
                .optional("client", .networkAddress, "the payer's IP address"),
            ], answers: LinkedContract.fields.schema, triesCards: true
        ) { try await $0.payContract() },
        patch(
            "/api/contracts/{contract}/status", "changeContractStatus",
            "Change a contract's status as the payee",
            [
                .required("transition", .text(of: APIRequestContext.transitions.map(\.rawValue))),
                .optional("milestone", .number(1...100), "the milestone to complete"),
                .optional("reason", .text(), "required to dispute or cancel"),
            ], answers: LinkedContract.fields.schema
        ) { context in
            let contract = try await context.contract()
            return try await context.perform(context.transition(), on: contract)
        },
    ]
}
