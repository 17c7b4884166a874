import Processor
import Testing

@testable import ProcessorSimulator

@Suite struct FaultRuleTests {
    @Test(
        "a pattern matches methods and paths",
        arguments: [
            ("*", "GET", "/v1/balance", true),
            ("POST *", "GET", "/v1/balance", false),
            ("POST /v1/payment_intents", "POST", "/v1/payment_intents", true),
            ("POST /v1/payment_intents", "POST", "/v1/payment_intents/pi_1/confirm", false),
            ("/v1/payment_intents*", "POST", "/v1/payment_intents/pi_1/confirm", true),
            ("POST /v1/payment_intents/{intent}/confirm", "POST", "/v1/payment_intents/pi_1/confirm", true),
            ("POST /v1/payment_intents/{intent}", "POST", "/v1/payment_intents/pi_1/confirm", false),
            ("*/confirm", "POST", "/v1/payment_intents/pi_1/confirm", true),
        ])
    func patterns(_ pattern: String, _ method: String, _ path: String, _ isMatch: Bool) {
        #expect(FaultRule(.serverError, on: pattern).matches(method: method, path: path) == isMatch)
    }

    @Test("a fault applies to either requests or webhooks")
    func sides() {
        for kind in FaultRule.Kind.allCases {
            let rule = FaultRule(kind)
            #expect(rule.matches(type: "invoice.paid") == kind.isOfWebhooks)
            #expect(rule.matches(method: "GET", path: "/") != kind.isOfWebhooks)
        }
    }

    @Test("a webhook pattern is an event type with wildcards")
    func types() {
        #expect(FaultRule(.drop, on: "invoice.*").matches(type: "invoice.paid"))
        #expect(!FaultRule(.drop, on: "invoice.*").matches(type: "charge.refunded"))
    }

    @Test(
        "a fault can occur only if its pattern matches an operation or a type of event",
        arguments: [
            (FaultRule.Kind.serverError, "*", true), (.serverError, "POST *", true),
            (.serverError, "PATCH *", false), (.serverError, "/v1/refunds*", true),
            (.serverError, "POST /v1/payment_intents", true),
            (.serverError, "POST /v1/payment_intent", false),
            (.serverError, "POST /v1/refunds/{refund}", true), (.serverError, "*/confirm", true),
            (.serverError, "POST /v1/payment_intents/pi_1/confirm", true),
            (.serverError, "/v1/payment_intents/pi_*/con*", true),
            (.serverError, "/v1/payment_intents/pi_1/nothing", false), (.serverError, "invoice.*", false),
            (.serverError, "/_tapctl/faults", false), (.serverError, "", false),
            (.drop, "*", true), (.drop, "invoice.*", true), (.drop, "payment.created", true),
            (.drop, "nothing.*", false), (.drop, "/v1/refunds", false),
        ])
    func occurrence(_ kind: FaultRule.Kind, _ pattern: String, _ canOccur: Bool) {
        #expect(FaultRule(kind, on: pattern).canOccur == canOccur)
    }

    @Test("a fault with a count affects only the first ones")
    func first() {
        let rule = FaultRule(.drop, first: 2)
        #expect((1...4).map { rule.strikes($0) } == [true, true, false, false])
    }

    @Test(
        "a rate is reproducible for its seed, and close to its value", arguments: [0, 1_000, 5_000, 10_000])
    func share(rate: Int) {
        let struck = (1...10_000).count { FaultRule(.drop, rate: rate, seed: 7).strikes(Int64($0)) }
        #expect(abs(struck - rate) < 200)
        #expect(struck == (1...10_000).count { FaultRule(.drop, rate: rate, seed: 7).strikes(Int64($0)) })
    }

    @Test("a share of up to four decimal places is kept exactly")
    func shares() {
        for rate in 1..<10_000 {
            let digits = String(String(10_000 + rate).dropFirst())
            #expect(FaultRule.rate(ofShare: "0.\(digits)") == rate)
            #expect(FaultRule.rate(ofShare: ".\(digits)00") == rate)
        }
        #expect(FaultRule.rate(ofShare: "1") == 10_000)
    }

    @Test(
        "refuses a share that is not from 0.0001 to 1, or has more than four decimal places",
        arguments: ["0", "0.00004", "0.00015", "0.10001", "-0.1", "1.0001", "1e-3", "", ".", "half"])
    func refusedShares(share: String) {
        #expect(FaultRule.rate(ofShare: share) == nil)
    }

    @Test(
        "refuses a form with an unknown field, a value out of range or a rate of 0, and names the field",
        arguments: [
            ("kind=500&mode=x", "mode"), ("kind=500&on[x]=1", "on"),
            ("kind=500&rate_per_10000=0", "rate_per_10000"),
            ("kind=delay&ms=10001", "ms"), ("kind=delay&ms=0", "ms"), ("kind=latency&ms=86400001", "ms"),
            ("kind=500&ms=3", "ms"), ("kind=latency", "ms"),
        ])
    func refusals(_ form: String, _ parameter: String) throws {
        let error = #expect(throws: ProcessorError.self) { try FaultRule(FormNode(form: form.utf8)) }
        #expect(error?.status == 400 && error?.parameter == parameter)
    }

    @Test("accepts a delay of up to ten seconds, and the lowest rate")
    func accepted() throws {
        let rule = try FaultRule(FormNode(form: "kind=delay&ms=10000&rate_per_10000=1&on=invoice.*".utf8))
        #expect(rule == FaultRule(.delay, on: "invoice.*", milliseconds: 10_000, rate: 1))
    }

    @Test("refuses a control request with an unknown field")
    func names() {
        #expect(throws: ProcessorError.self) { try FormNode(form: "by=1d&unit=h".utf8).checkNames(["by"]) }
        #expect(throws: Never.self) { try FormNode(form: "by=1d".utf8).checkNames(["by"]) }
    }

    @Test("also accepts the typed interface's names for faults")
    func typedNames() {
        #expect(FaultRule.Kind(name: "request_lost") == .cutBefore)
        #expect(FaultRule.Kind(name: "answer_lost") == .cutAfter)
        #expect(FaultRule.Kind(name: "server_error") == .serverError)
        #expect(FaultRule.Kind(name: "cut-after") == .cutAfter)
        #expect(FaultRule.Kind(name: "nothing") == nil)
    }
}
