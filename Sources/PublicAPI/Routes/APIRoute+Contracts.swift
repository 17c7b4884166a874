import Contracts
package import DataFolderKit
import Documents
import Giving
import StaffAccess

extension ContractProduct: APIProduct {
    package var routes: [APIRoute] { APIRoute.contracts }
}

/// Operations on contracts. The payer pays through a link, and an API key acts on behalf of the payee.
extension APIRoute {
    static let contracts: [APIRoute] = [
        post(
            "/api/contracts", "createContract", "Create a contract as a draft, or send it immediately",
            ContractForm.fields.map(\.described), records: .createContract,
            answers: LinkedContract.schema
        ) { try await $0.createContract() },
        list(
            "/api/contracts", "listContracts",
            "List the contracts in which an organization is the payee, newest first", for: .money,
            [.org, .optional("status", .cases(of: ContractStatus.self), "default: all")],
            of: LinkedContract.schema
        ) { context, page in
            let org = try await context.listedOrganization()
            let status = context.fields.code("status", of: ContractStatus.self)
            return try await context.data.read { transaction in
                guard let account = try transaction.organization(org)?.account else { return [] }
                try page.check { try transaction.contract($0)?.terms.payee == account }
                return try transaction.contracts(
                    ofPayee: account, in: status, after: page.after, limit: page.asked
                ).map { try context.document(of: $0, in: transaction) }
            }
        },
        get(
            "/api/contracts/{contract}", "getContract",
            "Get a contract, with the actions that its status allows", for: .money,
            answers: LinkedContract.schema
        ) { context in
            let contract = try await context.contract()
            return try await context.shown(contract.id)
        },
        post(
            "/api/contracts/{contract}/send-payment-request", "sendPaymentRequest",
            "Request the first payment or the whole amount. Returns the active payment link or a new one",
            [.optional("rotate", .bool, "whether to revoke the active link and create a new one")],
            records: .sendContract, answers: LinkedContract.schema
        ) { try await $0.perform(.requestPayment, on: $0.contract(), asking: 1) },
        post(
            "/api/contracts/{contract}/milestones/{milestone}/request-payment", "requestMilestonePayment",
            "Request payment for a milestone. Milestones are numbered from 1",
            [.optional("rotate", .bool, "whether to revoke the active link and create a new one")],
            records: .requestContractPayment, answers: LinkedContract.schema
        ) { context in
            let contract = try await context.contract()
            let milestones = contract.terms.structure.milestones
            guard let number = Int(context.part("milestone")), (1...100).contains(number),
                number <= milestones.count
            else {
                throw APIError(
                    404, .request, ContractError.Code.notFound.rawValue,
                    "This milestone does not exist. GET /api/contracts/{contract} shows the contract's milestones."
                )
            }
            return try await context.perform(.requestMilestone(number), on: contract, asking: number)
        },
        post(
            "/api/contracts/{contract}/process-payment", "processContractPayment",
            "Pay through a payment link, or pay a milestone. The contract determines the amount",
            [
                .method,
                .optional("token", .text(), "the token at the end of the payment link"),
                .optional(
                    "milestone", .number(1...100), "without token: the milestone's number; default: 1"
                ),
                .payersAddress,
            ], records: .payContract, answers: LinkedContract.schema, triesCards: true
        ) { try await $0.payContract() },
        patch(
            "/api/contracts/{contract}/status", "changeContractStatus",
            "Change a contract's status as the payee",
            [
                .required("transition", .text(of: APIRequestContext.transitions.map(\.rawValue))),
                .optional("milestone", .number(1...100), "the milestone to complete"),
                .optional("reason", .text(), "the reason; required to dispute or cancel"),
            ], records: .changeContract, answers: LinkedContract.schema
        ) { context in
            let contract = try await context.contract()
            return try await context.perform(context.transition(), on: contract)
        },
    ]
}
