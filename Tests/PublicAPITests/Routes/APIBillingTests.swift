import MoneyKit
import PaymentCore
import Plans
import Testing
import TextKit

@testable import DataFolderKit
@testable import Documents
@testable import PublicAPI

/// Plans over the API.
@Suite struct APIBillingTests {
    @Test("a subscriber without a purchase has Free, and a request can name a member")
    func free() async throws {
        try await APIBench.with { bench in
            let status = try await bench.call("GET", "/api/billing/status")
            #expect(status.status == 200 && status["subscriber"] == "Grace")
            #expect(status["status"] == "free" && status["subscribed"] == false)
            #expect(status["subscription_end"] == .null && status["age_seconds"] == .null)
            let member = try await bench.call("GET", "/api/billing/status?member=ann")
            #expect(member["subscriber"] == "Grace/ann")
            let other = try await bench.call("GET", "/api/billing/status?org=Hope")
            #expect(other.status == 404 && other.code == "unknownOrganization")
            let card = try await bench.call("GET", "/api/billing/status?member=4242424242424242")
            #expect(card.status == 400 && card.param == "member")
        }
    }

    @Test("a plan is bought once per key, at the catalog's price")  // P4-06, P4-09, P4-11
    func checkout() async throws {
        try await APIBench.with { bench in
            let bought = try await bench.checkout(once: "a")
            #expect(bought.status == 200 && bought["active"] == true && bought["plan"] == "plus")
            let end = try #require(bought["subscription_end"]?.string)
            #expect(end.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/#) != nil)
            let status = try await bench.call("GET", "/api/billing/status?member=ann")
            #expect(status["subscribed"] == true && status["product_id"] == "prod_consumer_plus")
            #expect(status["subscription_end"]?.string == end && status["status"] == "active")
            #expect(status["cancel_at_period_end"] == false && status["processor_status"] == "active")
            #expect(try await bench.checkout(once: "a").status == 200)
            let other = try await bench.checkout("price_growth_pro_monthly", once: "a")
            #expect(other.status == 409 && other.code == "idempotencyConflict")
            let twice = try await bench.checkout(once: "b")
            #expect(twice.status == 409 && twice.code == "already_subscribed")
            let count = try await bench.data.read { try $0.planSubscriptions(after: nil, limit: 9).count }
            #expect(count == 1)
        }
    }

    @Test("refuses a price outside the catalog by name, and charges nothing")  // P4-11, P4-15
    func badPrice() async throws {
        try await APIBench.with { bench in
            let refused = try await bench.checkout("price_of_nothing")
            #expect(refused.status == 400 && refused.kind == "invalid_request_error")
            #expect(refused.code == "unknown_price" && refused.param == "price_id")
            let count = try await bench.data.read { try $0.planSubscriptions(after: nil, limit: 9).count }
            #expect(count == 0)
        }
    }

    @Test("the challenge of a bank completes the purchase, and a failed one is 402")
    func bank() async throws {
        try await APIBench.with { bench in
            func answer(_ outcome: String, _ member: String) async throws -> Answer {
                try await bench.call(
                    "POST", "/api/billing/challenge", #"{"member":"\#(member)","outcome":"\#(outcome)"}"#)
            }
            let early = try await answer("passed", "ann")
            #expect(early.status == 409 && early.code == "wrong_state")
            #expect(
                early.message?.contains("is not waiting for a confirmation. Send GET /api/billing/status")
                    == true)
            let asked = try await bench.checkout(method: "pm_card_authenticationRequired")
            #expect(asked.status == 200 && asked["status"] == "requires_action" && asked["active"] == false)
            #expect(try await answer("passed", "ann")["status"] == "active")
            try await bench.checkout(member: "bob", method: "pm_card_authenticationRequired")
            let refused = try await answer("failed", "bob")
            #expect(refused.status == 402 && refused.kind == "card_error")
            #expect(try await bench.call("GET", "/api/billing/status?member=bob")["status"] == "free")
        }
    }

    @Test("a plan changes to another price, and a refusal names the field")  // P4-24
    func changePlan() async throws {
        try await APIBench.with { bench in
            func change(_ price: String) async throws -> Answer {
                try await bench.call(
                    "POST", "/api/billing/change", #"{"member":"ann","price_id":"\#(price)"}"#)
            }
            #expect(try await change("price_consumer_plus_annual").status == 404)
            try await bench.checkout("price_growth_pro_monthly")
            let lower = try await change("price_starter_pro_monthly")
            #expect(lower["price_id"] == "price_growth_pro_monthly")
            #expect(lower["next_price_id"] == "price_starter_pro_monthly")
            let higher = try await change("price_growth_pro_annual")
            #expect(higher["price_id"] == "price_growth_pro_annual" && higher["interval"] == "year")
            #expect(higher["next_price_id"] == .null)
            let back = try await change("price_growth_pro_monthly")
            #expect(back.status == 422 && back.code == "cannot_change" && back.param == "price_id")
            #expect(try await change("price_none").param == "price_id")
        }
    }

    @Test("a promotion code lowers the charge, and the refusal of an unknown one names the field")  // P4-24
    func promotion() async throws {
        try await APIBench.with { bench in
            _ = try await bench.data.products.plans.payments.createPromotion(
                "SPRING", .percent(BasisPoints(20_00)), duration: .once, expiresAt: nil)
            func buy(_ code: String) async throws -> Answer {
                let body = """
                    {"member":"ann","price_id":"price_consumer_plus_monthly","promotion_code":"\(code)",
                    "method":"pm_card_visa","name":"Ann","email":"ann@example.org"}
                    """
                return try await bench.call("POST", "/api/billing/checkout", body)
            }
            let refused = try await buy("WINTER")
            #expect(refused.status == 422 && refused.param == "promotion_code")
            let bought = try await buy("SPRING")
            #expect(bought["promotion_code"] == "SPRING" && bought["last_charge_minor"] == 799)
            #expect(bought["last_charge"] == "paid" && bought["last_charge_refunded_minor"] == 0)
        }
    }

    @Test("a declined card is 402, and 402 again with the same key")
    func declined() async throws {
        try await APIBench.with { bench in
            for _ in 0..<2 {
                let refused = try await bench.checkout(method: "pm_card_chargeDeclined", once: "a")
                #expect(refused.status == 402 && refused.kind == "card_error")
            }
            #expect(try await bench.call("GET", "/api/billing/status?member=ann")["status"] == "free")
            #expect(try await bench.checkout(once: "b").status == 200)
        }
    }

    @Test("a locked feature is 402 with the required texts, and open after payment")  // P4-19, P4-20
    func feature() async throws {
        try await APIBench.with { bench in
            let target = "/api/billing/features/ai_concierge?member=ann"
            let locked = try await bench.call("GET", target)
            #expect(locked.status == 402 && locked.code == "upgrade_required")
            #expect(locked.tree["error"]?["title"]?.string == "AI Concierge is a Plus Feature")
            #expect(locked.message == "Upgrade to Plus to unlock this feature")
            try await bench.checkout()
            let open = try await bench.call("GET", target)
            #expect(open.status == 200 && open["allowed"] == true)
            // A member's purchase does not count toward another member.
            let other = try await bench.call("GET", "/api/billing/features/ai_concierge?member=bob")
            #expect(other.status == 402)
            let none = try await bench.call("GET", "/api/billing/features/none")
            #expect(none.status == 404 && none.code == "unknownFeature")
        }
    }

    @Test("compares stored and new bytes together with the plan's quota")  // P4-17
    func quota() async throws {
        try await APIBench.with { bench in
            func ask(_ current: Int64, _ new: Int64) async throws -> Answer {
                try await bench.call(
                    "GET", "/api/billing/quota?member=ann&current_bytes=\(current)&new_bytes=\(new)")
            }
            #expect(try await ask(500 << 20, 0)["allowed"] == true)
            let full = try await ask(500 << 20, 1)
            #expect(full["allowed"] == false && full["code"] == "quota_exceeded")
            try await bench.checkout()
            #expect(try await ask(500 << 20, 1)["message"] == .null)
            let warned = try await ask(50 << 30, 1)
            #expect(warned["allowed"] == true && warned["message"]?.string?.contains("50 GiB") == true)
        }
    }

    @Test("a canceled plan ends with the paid period, and can be resumed")
    func cancel() async throws {
        try await APIBench.with { bench in
            let member = #"{"member":"ann"}"#
            let never = try await bench.call("POST", "/api/billing/cancel", member)
            #expect(never.status == 404 && never.code == "not_subscribed")
            try await bench.checkout()
            let ending = try await bench.call("POST", "/api/billing/cancel", member, once: "c")
            #expect(ending["status"] == "cancelling" && ending["cancel_at_period_end"] == true)
            let resumed = try await bench.call("POST", "/api/billing/resume", member)
            #expect(resumed["status"] == "active")
            // A repeated request has no effect.
            let again = try await bench.call("POST", "/api/billing/cancel", member, once: "c")
            #expect(again["status"] == "active")
            let ended = try await bench.call("POST", "/api/billing/cancel", #"{"member":"ann","now":true}"#)
            #expect(ended["active"] == false)
            let late = try await bench.call("POST", "/api/billing/resume", member)
            #expect(late.status == 409 && late.code == "wrong_state")
        }
    }

    @Test("a role decides whether a key can read or change plans")
    func roles() async throws {
        try await APIBench.with { bench in
            for (role, mayRead, mayChange) in [
                ("owner", true, true), ("treasurer", true, true), ("read-only", true, false),
                ("tags", false, false),
            ] {
                let read = try await bench.call("GET", "/api/billing/status", by: role)
                #expect(read.status == (mayRead ? 200 : 403), "\(role)")
                let changed = try await bench.checkout(member: role, by: role)
                #expect(changed.status == (mayChange ? 200 : 403), "\(role)")
            }
            let theirs = try await bench.call("POST", "/api/billing/cancel", #"{"org":"Grace"}"#, by: "hope")
            #expect(theirs.status == 404)
        }
    }

    @Test("lists the catalog in order, and plans by agreement without an amount")  // P4-01, P4-04
    func plans() async throws {
        try await APIBench.with { bench in
            let plans = try await bench.call("GET", "/api/billing/plans")
            #expect(plans.ids == PlanCatalogue.standard.plans.map(\.id))
            let amounts = plans["data"]?.elements.map { $0["amount_minor"]?.integer }
            #expect(amounts == [nil, 999, 49_00, 199_00, 499_00, nil])
            let seats = plans["data"]?.elements.map { $0["seats"]?.integer }
            #expect(seats == [1, 1, 25, 100, 500, nil])
            let buys = plans["data"]?.elements.map { $0["purchasable"]?.bool }
            #expect(buys == [false, true, true, true, true, false])
        }
    }
}

extension APIBench {
    /// Buys a plan for a member of `Grace`.
    @discardableResult
    func checkout(
        _ price: String = "price_consumer_plus_monthly", member: String = "ann",
        method: String = "pm_card_visa", by key: String = "owner", once: String? = nil
    ) async throws -> Answer {
        let body = """
            {"member":"\(member)","price_id":"\(price)","method":"\(method)","name":"Ann","email":"ann@example.org"}
            """
        return try await call("POST", "/api/billing/checkout", body, by: key, once: once)
    }
}
