import Foundation
import Processor
import TextKit

/// A sequence of requests to Stripe's API that causes an event.
///
/// Source: Stripe CLI, `stripe trigger` and its fixtures of the same names.
public struct ProcessorTrigger: Sendable {
    /// The type of the event, such as `payment_intent.succeeded`.
    public let event: String
    /// Whether the event occurs some time after the requests, when a scheduled item becomes due.
    public let comesLater: Bool
    let steps: [Step]

    /// A request in the sequence. In its path and form, `${name.field}` is replaced by the value of a field
    /// in the response to an earlier step.
    struct Step {
        var name = ""
        var method = "POST"
        var path: String
        var form = ""
        /// The connected account on whose behalf the request is made, or nil. Like the path, it can contain
        /// `${name.field}`.
        var account: String?
        /// Whether the processor is expected to decline the request.
        var fails = false
    }

    /// Sends the requests one after another.
    ///
    /// - Throws: `ProcessorError` for the first request that fails unexpectedly, or any error that `exchange`
    ///   throws.
    public func run(_ exchange: (APIRequest) async throws -> APIResponse) async throws {
        var answers: [String: JSONTree] = [:]
        for step in steps {
            let answer = try await exchange(
                APIRequest(
                    method: step.method, path: try Self.filled(step.path, answers),
                    body: Array(try Self.filled(step.form, answers).utf8), apiKey: "sk_test_trigger",
                    account: try step.account.map { try Self.filled($0, answers) }))
            let json = try JSONTree(answer.body, atMost: .max)
            guard answer.status == 200 || step.fails && answer.status == 402 else {
                throw Self.error(json["error"], status: answer.status)
            }
            answers[step.name] = json
        }
    }

    private static func error(_ json: JSONTree, status: Int) -> ProcessorError {
        ProcessorError(
            ProcessorError.Kind(rawValue: json["type"].string ?? "") ?? .api, status: status,
            code: json["code"].string,
            message: json["message"].string ?? "The processor responded with status \(status).",
            parameter: json["param"].string)
    }

    /// Returns a string in which each `${name.field}` is replaced by its value.
    ///
    /// - Throws: `ProcessorError` with status 500 if a field is not in the responses.
    private static func filled(_ text: String, _ answers: [String: JSONTree]) throws -> String {
        guard let start = text.firstRange(of: "${"), let end = text[start.upperBound...].firstIndex(of: "}")
        else { return text }
        let path = text[start.upperBound..<end].split(separator: ".")
        var value = answers[String(path[0])] ?? .null
        for name in path.dropFirst() { value = value[String(name)] }
        guard let found = value.string else {
            throw ProcessorError(
                .api, status: 500, message: "No response contains \(text[start.upperBound..<end]).")
        }
        return text[..<start.lowerBound] + found
            + (try filled(String(text[end...].dropFirst()), answers))
    }
}

extension ProcessorTrigger {
    /// The triggers for all supported events.
    public static let all: [ProcessorTrigger] = [
        now("payment_intent.created", [intent()]),
        now("payment_intent.succeeded", [pay("pm_card_visa")]),
        now("charge.succeeded", [pay("pm_card_visa")]),
        now("payment_intent.payment_failed", [decline]),
        now("charge.failed", [decline]),
        now("payment_intent.requires_action", [pay("pm_card_authenticationRequired")]),
        now(
            "payment_intent.canceled",
            [intent(), Step(path: "/v1/payment_intents/${pay.id}/cancel")]),
        now("payment_intent.amount_capturable_updated", [reserve]),
        now(
            "charge.captured",
            [reserve, Step(path: "/v1/payment_intents/${pay.id}/capture")]),
        now("charge.refunded", [pay("pm_card_visa"), refund]),
        now("refund.created", [pay("pm_card_visa"), refund]),
        later("charge.dispute.created", [pay("pm_card_createDispute")]),
        now("customer.created", [customer]),
        now("customer.updated", [customer, Step(path: one, form: "name=Another")]),
        now("customer.deleted", [customer, Step(method: "DELETE", path: one)]),
        now("payment_method.attached", payer("pm_card_visa")),
        now("customer.subscription.created", subscription("pm_card_visa")),
        now(
            "customer.subscription.updated",
            subscription("pm_card_visa") + [
                Step(path: subscribed, form: "cancel_at_period_end=true")
            ]),
        now(
            "customer.subscription.deleted",
            subscription("pm_card_visa") + [Step(method: "DELETE", path: subscribed)]),
        now("invoice.paid", subscription("pm_card_visa")),
        later("invoice.overdue", sent),
        now("invoice.payment_failed", subscription("pm_card_chargeCustomerFail")),
        now(
            "checkout.session.completed",
            [
                page,
                Step(path: "/_tapctl/checkout/sessions/${page.id}/complete/pm_card_visa"),
            ]),
        now(
            "checkout.session.expired",
            [page, Step(path: "/v1/checkout/sessions/${page.id}/expire")]),
        now("setup_intent.succeeded", [setup]),
        now(
            "account.updated",
            [
                account,
                Step(path: "/v1/accounts/${account.id}", form: "metadata[edited]=yes"),
            ]),
        now("person.created", [account, person]),
        now(
            "person.updated", [account, person, Step(path: personal, form: "phone=5555550100")]),
        now("person.deleted", [account, person, Step(method: "DELETE", path: personal)]),
        now("plan.created", [plan]),
        now("plan.updated", [plan, Step(path: planned, form: "nickname=Another")]),
        now("plan.deleted", [plan, Step(method: "DELETE", path: planned)]),
        now("payout.created", [pay("pm_card_bypassPending"), payout]),
        later("payout.paid", [pay("pm_card_bypassPending"), payout]),
        later("payout.failed", [pay("pm_card_bypassPending")] + refusedByTheBank),
    ]

    /// Returns the trigger for an event, or nil if none exists.
    public static func named(_ event: String) -> ProcessorTrigger? { all.first { $0.event == event } }

    private static func now(_ event: String, _ steps: [Step]) -> ProcessorTrigger {
        ProcessorTrigger(event: event, comesLater: false, steps: steps)
    }

    private static func later(_ event: String, _ steps: [Step]) -> ProcessorTrigger {
        ProcessorTrigger(event: event, comesLater: true, steps: steps)
    }

    private static let one = "/v1/customers/${customer.id}"
    private static let subscribed = "/v1/subscriptions/${subscription.id}"
    private static let personal = "/v1/accounts/${account.id}/persons/${person.id}"
    private static let planned = "/v1/plans/${plan.id}"

    private static func intent(_ more: String = "") -> Step {
        Step(name: "pay", path: "/v1/payment_intents", form: "amount=2000&currency=usd" + more)
    }

    private static func pay(_ method: String, capture: String = "automatic") -> Step {
        intent(
            "&payment_method=\(method)&confirm=true&capture_method=\(capture)&return_url=https://example.org/return"
        )
    }

    private static let decline: Step = {
        var step = pay("pm_card_chargeDeclined")
        step.fails = true
        return step
    }()

    private static let reserve = pay("pm_card_visa", capture: "manual")

    private static let refund = Step(path: "/v1/refunds", form: "payment_intent=${pay.id}")

    private static let payout = Step(name: "payout", path: "/v1/payouts", form: "amount=1000&currency=usd")

    private static let customer = Step(
        name: "customer", path: "/v1/customers", form: "name=Trigger&email=trigger@example.org")

    private static let person = Step(
        name: "person", path: "/v1/accounts/${account.id}/persons", form: "first_name=Test&last_name=Person")

    private static let plan = Step(
        name: "plan", path: "/v1/plans",
        form: "amount=2000&currency=usd&interval=month&product[name]=Trigger")

    private static let account = Step(name: "account", path: "/v1/accounts", form: "type=express&country=US")

    /// The steps that create a connected account whose bank account does not exist, and a payout to that bank
    /// account.
    ///
    /// Source: Stripe documentation, "Testing Connect": the values for a verified account, and the bank
    /// account to which payouts fail.
    private static let refusedByTheBank: [Step] = {
        let form = """
            type=custom&country=US&business_type=individual&capabilities[transfers][requested]=true\
            &capabilities[card_payments][requested]=true&business_profile[mcc]=8661\
            &business_profile[url]=https://example.org&tos_acceptance[date]=1700000000\
            &tos_acceptance[ip]=127.0.0.1\
            &external_account[object]=bank_account&external_account[country]=US&external_account[currency]=usd\
            &external_account[routing_number]=110000000\
            &external_account[account_number]=\(ProcessorConfiguration.noSuchBankAccount)\
            &individual[first_name]=Test&individual[last_name]=Person&individual[email]=person@example.org\
            &individual[phone]=0000000000&individual[id_number]=000000000&individual[ssn_last_4]=0000\
            &individual[dob][day]=1&individual[dob][month]=1&individual[dob][year]=1901\
            &individual[address][line1]=address_full_match&individual[address][city]=San%20Francisco\
            &individual[address][state]=CA&individual[address][postal_code]=94103
            """
        var onward = payout
        onward.account = "${account.id}"
        return [
            Step(name: "account", path: "/v1/accounts", form: form),
            Step(
                name: "transfer", path: "/v1/transfers",
                form: "amount=1000&currency=usd&destination=${account.id}"), onward,
        ]
    }()

    private static func payer(_ method: String) -> [Step] {
        [
            customer,
            Step(
                name: "method", path: "/v1/payment_methods/\(method)/attach", form: "customer=${customer.id}"),
        ]
    }

    private static let page = Step(
        name: "page", path: "/v1/checkout/sessions",
        form: """
            mode=payment&success_url=https://example.org/return&line_items[0][quantity]=1\
            &line_items[0][price_data][currency]=usd&line_items[0][price_data][unit_amount]=2000\
            &line_items[0][price_data][product_data][name]=Trigger
            """)

    private static let setup = Step(
        name: "setup", path: "/v1/setup_intents",
        form: "payment_method=pm_card_visa&confirm=true&return_url=https://example.org/return")

    private static let monthly = [
        Step(name: "product", path: "/v1/products", form: "name=Trigger"),
        Step(
            name: "price", path: "/v1/prices",
            form: "product=${product.id}&unit_amount=1500&currency=usd&recurring[interval]=month"),
    ]

    private static func subscribe(_ more: String) -> Step {
        Step(
            name: "subscription", path: "/v1/subscriptions",
            form: "customer=${customer.id}&items[0][price]=${price.id}&" + more)
    }

    /// The steps that create a subscription whose invoices are sent to the customer and never paid.
    private static let sent =
        [customer] + monthly + [subscribe("collection_method=send_invoice&days_until_due=1")]

    private static func subscription(_ method: String) -> [Step] {
        payer(method) + monthly + [subscribe("default_payment_method=${method.id}")]
    }
}
