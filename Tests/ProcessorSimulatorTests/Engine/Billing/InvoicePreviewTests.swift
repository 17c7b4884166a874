import Foundation
import Processor
import ProcessorSimulator
import SimulationKit
import Synchronization
import TestSupport
import Testing
import TimeKit

/// Previews of invoices, and the invoices that they predict.
@Suite struct InvoicePreviewTests {
    @Test("500 random changes: the preview equals the invoice that is made, to the cent")
    func property() async throws {
        let compared = Count()
        try await (1...100 as ClosedRange<UInt64>).forEachConcurrently(atATime: 2) { seed in
            var story = try await RandomChanges(seed: seed)
            for step in 1...5 {
                if try await story.change(step) { compared.value.wrappingAdd(1, ordering: .relaxed) }
            }
        }
        // The other changes are refused, by the preview and by the subscription with the same code.
        #expect(compared.value.load(ordering: .relaxed) > 250)
    }

    @Test("a preview of always_invoice contains only the prorations, and changes nothing")
    func alwaysInvoice() async throws {
        let bench = try ProcessorBench()
        let (subscription, item) = try await monthly(bench)
        let dear = try await bench.price(8000)
        bench.go(to: "2026-02-14T09:00:00Z")
        let events = try await bench.events()
        let preview = await bench.api(
            "POST", "/v1/invoices/create_preview",
            "subscription=\(subscription)&subscription_details[items][0][id]=\(item)"
                + "&subscription_details[items][0][price]=\(dear)"
                + "&subscription_details[proration_behavior]=always_invoice")
        #expect(preview["lines.data"] == "2" && preview["amount_due"] == "1500")
        #expect(preview["status"] == "draft" && preview["billing_reason"] == "upcoming")
        #expect(preview["id"].hasPrefix("upcoming_in_") && preview["amount_paid"] == "0")
        #expect(try await bench.events() == events)
        #expect(try await bench.invoices(of: subscription).count == 1)
    }

    @Test("a preview of a yearly price contains the credit and the first year")
    func interval() async throws {
        let bench = try ProcessorBench()
        let (subscription, item) = try await monthly(bench)
        let yearly = try await bench.price(50_000, every: .year)
        bench.go(to: "2026-02-14T09:00:00Z")
        let preview = await bench.api(
            "POST", "/v1/invoices/create_preview",
            "subscription=\(subscription)&subscription_details[items][0][id]=\(item)"
                + "&subscription_details[items][0][price]=\(yearly)")
        #expect(preview["amount_due"] == "47500")
        let lines = (0..<2).map { preview["lines.data.\($0).amount"] }
        #expect(lines.sorted() == ["-2500", "50000"])
    }

    @Test("proration_date prorates from an earlier time, which must be in the period")
    func prorationDate() async throws {
        let bench = try ProcessorBench()
        let (subscription, item) = try await monthly(bench)
        bench.go(to: "2026-02-21T09:00:00Z")
        func preview(_ date: String) async -> APIShown {
            await bench.api(
                "POST", "/v1/invoices/create_preview",
                "subscription=\(subscription)&subscription_details[items][0][id]=\(item)"
                    + "&subscription_details[items][0][quantity]=2"
                    + "&subscription_details[proration_behavior]=always_invoice"
                    + "&subscription_details[proration_date]=\(date)")
        }
        let half = try #require(Timestamp(iso8601: "2026-02-14T09:00:00Z"))
        let shown = await preview("\(half.seconds)")
        #expect(shown["amount_due"] == "2500")
        #expect(shown["lines.data.0.period.start"] == "\(half.seconds)")
        let early = await preview("\(half.seconds - 30 * 86_400)")
        #expect(early.status == 400)
        #expect(early["error.param"] == "subscription_details[proration_date]")
    }

    @Test("for a customer alone, the earliest invoice of the subscriptions, or of the pending items")
    func customerAlone() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let nothing = await bench.api("POST", "/v1/invoices/create_preview", "customer=\(donor.id)")
        #expect(nothing.status == 404 && nothing["error.code"] == "invoice_upcoming_none")
        let item = await bench.api(
            "POST", "/v1/invoiceitems", "customer=\(donor.id)&amount=700&currency=usd")
        let pending = await bench.api(
            "POST", "/v1/invoices/create_preview",
            "customer=\(donor.id)&invoice_items[0][amount]=50&invoice_items[0][currency]=usd")
        #expect(pending["total"] == "750" && pending["lines.data"] == "2")
        let still = await bench.api("GET", "/v1/invoiceitems/\(item["id"])")
        #expect(still["invoice"] == "")
        let yearly = try await bench.price(9000, every: .year)
        let monthly = try await bench.price(100)
        for price in [yearly, monthly] {
            _ = await bench.api(
                "POST", "/v1/subscriptions", "customer=\(donor.id)&items[0][price]=\(price)")
        }
        let next = await bench.api("POST", "/v1/invoices/create_preview", "customer=\(donor.id)")
        #expect(next["total"] == "100")
    }

    @Test("a preview of a new subscription equals its first invoice")
    func new() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let price = try await bench.price()
        let coupon = await bench.api("POST", "/v1/coupons", "percent_off=10&duration=forever")
        let anchor = try #require(Timestamp(iso8601: "2026-02-14T09:00:00Z")).seconds
        let (items, discounts) = ("[items][0][price]=\(price)", "discounts[0][coupon]=\(coupon["id"])")
        let preview = await bench.api(
            "POST", "/v1/invoices/create_preview",
            "customer=\(donor.id)&\(discounts)&subscription_details\(items)"
                + "&subscription_details[billing_cycle_anchor]=\(anchor)")
        let begun = await bench.api(
            "POST", "/v1/subscriptions",
            "customer=\(donor.id)&\(discounts)&items[0][price]=\(price)&billing_cycle_anchor=\(anchor)"
                + "&expand[0]=latest_invoice")
        for field in ["total", "amount_due", "subtotal", "lines.data.0.amount", "lines.data.0.period.end"] {
            #expect(preview[field] == begun["latest_invoice.\(field)"] && !preview[field].isEmpty)
        }
        let counted = await bench.api("GET", "/v1/coupons/\(coupon["id"])")
        #expect(counted["times_redeemed"] == "1")
    }

    @Test("a subscription that ends with its period has no upcoming invoice")
    func ending() async throws {
        let bench = try ProcessorBench()
        let (subscription, _) = try await monthly(bench)
        let preview = await bench.api(
            "POST", "/v1/invoices/create_preview",
            "subscription=\(subscription)&subscription_details[cancel_at_period_end]=true")
        #expect(preview["error.code"] == "invoice_upcoming_none")
        let undisturbed = await bench.api(
            "POST", "/v1/invoices/create_preview", "subscription=\(subscription)")
        #expect(undisturbed["total"] == "5000")
    }

    private func monthly(_ bench: ProcessorBench) async throws -> (subscription: String, item: String) {
        let subscription = try await bench.monthly()
        let shown = await bench.api("GET", "/v1/subscriptions/\(subscription.id)")
        return (subscription.id, shown["items.data.0.id"])
    }
}

/// A number of comparisons.
private final class Count: Sendable {
    let value = Atomic(0)
}

/// A subscription that is changed at random, again and again.
private struct RandomChanges {
    private let bench: ProcessorBench
    private var random: SeededGenerator
    private let currency: String
    private let subscription: String
    /// The prices of two billing periods.
    private var prices: [[String]] = []
    private let seed: UInt64

    init(seed: UInt64) async throws {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        bench = try ProcessorBench(at: "2026-01-\(10 + seed % 20)T09:30:00Z")
        currency = ["usd", "jpy", "eur", "gbp"].randomElement(using: &random) ?? "usd"
        let product = await bench.api("POST", "/v1/products", "name=Gift")
        let periods = [("day", 9), ("week", 1), ("week", 2), ("month", 1), ("month", 3), ("year", 1)]
        for (interval, count) in periods.shuffled(using: &random).prefix(2) {
            var group: [String] = []
            for _ in 0..<3 {
                let amount = Int.random(in: 101...90_001, using: &random)
                let price = await bench.api(
                    "POST", "/v1/prices",
                    "product=\(product["id"])&currency=\(currency)&unit_amount=\(amount)"
                        + "&recurring[interval]=\(interval)&recurring[interval_count]=\(count)")
                group.append(price["id"])
            }
            prices.append(group)
        }
        let donor = try await bench.donor()
        let trial = Bool.random(using: &random) ? "&trial_period_days=20" : ""
        let begun = await bench.api(
            "POST", "/v1/subscriptions",
            "customer=\(donor.id)&items[0][price]=\(prices[0][0])&items[0][quantity]=3\(trial)")
        subscription = begun["id"]
    }

    /// Previews and makes one change. Returns whether an invoice was compared.
    mutating func change(_ step: Int) async throws -> Bool {
        bench.clock.advance(seconds: .random(in: 1...1_500_000, using: &random))
        let before = await bench.api("GET", "/v1/subscriptions/\(subscription)")
        let (form, discounts) = await draw(before)
        let details = form.map { name, value in
            let first = name.prefix { $0 != "[" }
            return "&subscription_details[\(first)]\(name.dropFirst(first.count))=\(value)"
        }
        let preview = await bench.api(
            "POST", "/v1/invoices/create_preview",
            "subscription=\(subscription)\(details.joined())\(discounts)")
        let changed = await bench.api(
            "POST", "/v1/subscriptions/\(subscription)",
            "description=\(step)\(form.map { "&\($0)=\($1)" }.joined())\(discounts)")
        let place = Comment("seed \(seed), step \(step): \(form) \(discounts)")
        guard changed.status == 200 else {
            #expect(preview.status == changed.status, place)
            #expect(preview["error.code"] == changed["error.code"], place)
            return false
        }
        #expect(preview.status == 200, place)
        let made = try await madeInvoice(changed, after: before["latest_invoice"])
        for field in ["subtotal", "total", "amount_due", "starting_balance", "currency"] {
            #expect(preview[field] == made.invoice[field], "\(field), \(place)")
        }
        #expect(lines(preview, "lines.") == lines(made.lines, ""), place)
        return true
    }

    /// Returns the invoice of a change, or the next one. Moves the clock ahead for it.
    private func madeInvoice(_ changed: APIShown, after latest: String) async throws -> (
        invoice: APIShown, lines: APIShown
    ) {
        var shown = changed
        for _ in 0..<4 where shown["latest_invoice"] == latest {
            let end = try #require(Int64(shown["items.data.0.current_period_end"]))
            bench.clock.advance(to: Timestamp(seconds: end + 2))
            shown = await bench.api("GET", "/v1/subscriptions/\(subscription)")
        }
        let id = shown["latest_invoice"]
        #expect(id != latest)
        let lines = await bench.api("GET", "/v1/invoices/\(id)/lines", "limit=100")
        bench.clock.advance(seconds: 2 * 3600)
        return (await bench.api("GET", "/v1/invoices/\(id)"), lines)
    }

    private func lines(_ shown: APIShown, _ path: String) -> [String] {
        (0..<(Int(shown["\(path)data"]) ?? 0)).map { place in
            let line = "\(path)data.\(place)."
            let owner = shown["\(line)parent.type"]
            let fields = [
                "amount", "currency", "description", "quantity", "period.start", "period.end",
                "parent.\(owner).proration", "pricing.price_details.price",
            ]
            return fields.map { shown[line + $0] }.joined(separator: " ")
        }
    }

    /// Draws the parameters of a change, and a coupon.
    private mutating func draw(_ shown: APIShown) async -> (form: [(String, String)], discounts: String) {
        var form: [(String, String)] = []
        let items = (0..<(Int(shown["items.data"]) ?? 0)).map { place in
            (id: shown["items.data.\(place).id"], price: shown["items.data.\(place).price.id"])
        }
        let group = prices.first { $0.contains(items.first?.price ?? "") } ?? []
        let other = prices.first { $0 != group } ?? []
        let free = group.filter { price in !items.contains { $0.price == price } }
        switch Int.random(in: 0...7, using: &random) {
        case 0:
            if let price = free.randomElement(using: &random) {
                form = [("items[0][id]", items[0].id), ("items[0][price]", price)]
            }
        case 1, 2:
            let item = items.randomElement(using: &random)?.id ?? ""
            form = [
                ("items[0][id]", item), ("items[0][quantity]", "\(Int.random(in: 1...9, using: &random))"),
            ]
        case 3:
            form = [("items[0][id]", items[0].id), ("items[0][price]", other[0])]
            for (place, item) in items.enumerated().dropFirst() {
                form += [("items[\(place)][id]", item.id), ("items[\(place)][deleted]", "true")]
            }
        case 4:
            if let price = free.randomElement(using: &random) {
                form = [("items[0][price]", price), ("items[0][quantity]", "2")]
            }
        case 5 where items.count > 1:
            form = [("items[0][id]", items[0].id), ("items[0][deleted]", "true")]
        case 6: form = [("billing_cycle_anchor", "now")]
        case 7:
            let end = bench.clock.now.seconds + .random(in: 100...2_000_000, using: &random)
            form = [("trial_end", shown["status"] == "trialing" ? "now" : "\(end)")]
        default: break
        }
        let behaviors = ["create_prorations", "always_invoice", "none"]
        if let behavior = behaviors.randomElement(using: &random) {
            form.append(("proration_behavior", behavior))
        }
        if Int.random(in: 0...4, using: &random) == 0,
            let start = Int64(shown["items.data.0.current_period_start"]), start < bench.clock.now.seconds
        {
            let date = Int64.random(in: start...bench.clock.now.seconds, using: &random)
            form.append(("proration_date", "\(date)"))
        }
        guard Int.random(in: 0...3, using: &random) == 0 else { return (form, "") }
        let durations = ["once", "forever", "repeating&duration_in_months=2"]
        let off = Bool.random(using: &random) ? "percent_off=12.5" : "amount_off=333&currency=\(currency)"
        let coupon = await bench.api(
            "POST", "/v1/coupons", "\(off)&duration=\(durations.randomElement(using: &random) ?? "once")")
        return (form, "&discounts[0][coupon]=\(coupon["id"])")
    }
}
