import Foundation
import Processor
import ProcessorSimulator
import Testing

/// Tax rates and their effect on invoices, subscriptions and Checkout.
@Suite struct TaxTests {
    private func rate(_ bench: ProcessorBench, _ percentage: String, inclusive: Bool = false) async -> String
    {
        await bench.api(
            "POST", "/v1/tax_rates", "display_name=VAT&percentage=\(percentage)&inclusive=\(inclusive)")["id"]
    }

    @Test("a tax rate is created, changed, listed and refused if it is invalid")
    func rates() async throws {
        let bench = try ProcessorBench()
        let made = await bench.api(
            "POST", "/v1/tax_rates",
            "display_name=VAT&percentage=7.25&inclusive=false&country=DE&tax_type=vat&metadata[a]=1")
        #expect(made["object"] == "tax_rate" && made["percentage"] == "7.25" && made["active"] == "1")
        #expect(made["country"] == "DE" && made["tax_type"] == "vat" && made["metadata.a"] == "1")
        let changed = await bench.api("POST", "/v1/tax_rates/\(made["id"])", "active=false&display_name=USt")
        #expect(changed["active"] == "0" && changed["display_name"] == "USt")
        #expect(await bench.api("GET", "/v1/tax_rates", "active=true")["data"] == "0")
        #expect(await bench.api("GET", "/v1/tax_rates", "active=false&inclusive=false")["data"] == "1")
        for percentage in ["101", "-1", "1.23456"] {
            let refused = await bench.api(
                "POST", "/v1/tax_rates", "display_name=VAT&percentage=\(percentage)&inclusive=false")
            #expect(refused.status == 400 && refused["error.param"] == "percentage")
        }
        let events = try await bench.events().filter { $0.hasPrefix("tax_rate") }
        #expect(events == ["tax_rate.created", "tax_rate.updated"])
    }

    @Test("an exclusive tax is added to an invoice, and an inclusive one is shown")
    func invoice() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let (added, included) = (await rate(bench, "7.25"), await rate(bench, "20", inclusive: true))
        let invoice = await bench.api(
            "POST", "/v1/invoices", "customer=\(donor.id)&currency=usd&default_tax_rates[0]=\(added)")
        for item in ["amount=1000", "amount=1200&tax_rates[0]=\(included)"] {
            let made = await bench.api(
                "POST", "/v1/invoiceitems",
                "customer=\(donor.id)&currency=usd&invoice=\(invoice["id"])&\(item)")
            #expect(made.status == 200)
        }
        let shown = await bench.api("GET", "/v1/invoices/\(invoice["id"])")
        #expect(shown["default_tax_rates.0.id"] == added)
        #expect(shown["subtotal"] == "2200" && shown["total"] == "2273" && shown["amount_due"] == "2273")
        #expect(shown["total_excluding_tax"] == "2000" && shown["total_taxes"] == "2")
        #expect(shown["lines.data.0.taxes.0.amount"] == "73")
        #expect(shown["lines.data.0.taxes.0.tax_behavior"] == "exclusive")
        #expect(shown["lines.data.1.taxes.0.amount"] == "200")
        #expect(shown["lines.data.1.taxes.0.taxable_amount"] == "1000")
        #expect(shown["lines.data.1.taxes.0.tax_rate_details.tax_rate"] == included)
        let changed = await bench.api("POST", "/v1/invoices/\(invoice["id"])", "default_tax_rates=")
        #expect(changed["total"] == "2200" && changed["default_tax_rates"] == "0")
        let paid = await bench.api("POST", "/v1/invoices/\(invoice["id"])/pay")
        #expect(paid["status"] == "paid" && paid["amount_paid"] == "2200")
    }

    @Test(
        "an exempt customer pays no tax, and a finalized invoice keeps the exemption",
        arguments: [("exempt", "customer_exempt"), ("reverse", "reverse_charge")])
    func exempt(exemption: String, reason: String) async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        _ = await bench.api("POST", "/v1/customers/\(donor.id)", "tax_exempt=\(exemption)")
        let (added, included) = (await rate(bench, "10"), await rate(bench, "20", inclusive: true))
        for rate in [added, included] {
            _ = await bench.api(
                "POST", "/v1/invoiceitems",
                "customer=\(donor.id)&currency=usd&amount=1000&tax_rates[0]=\(rate)")
        }
        let preview = await bench.api("POST", "/v1/invoices/create_preview", "customer=\(donor.id)")
        let draft = await bench.api(
            "POST", "/v1/invoices", "customer=\(donor.id)&pending_invoice_items_behavior=include")
        let path = "/v1/invoices/\(draft["id"])"
        let paid = await bench.api("POST", "\(path)/pay")
        #expect(paid["status"] == "paid" && paid["amount_paid"] == "2000")
        _ = await bench.api("POST", "/v1/customers/\(donor.id)", "tax_exempt=none")
        for shown in [preview, draft, paid, await bench.api("GET", path)] {
            #expect(shown["customer_tax_exempt"] == exemption)
            #expect(shown["total"] == "2000" && shown["total_excluding_tax"] == "2000")
            for tax in ["total_taxes.0", "total_taxes.1", "lines.data.0.taxes.0", "lines.data.1.taxes.0"] {
                #expect(shown["\(tax).amount"] == "0" && shown["\(tax).taxability_reason"] == reason)
            }
        }
        let lines = await bench.api("GET", "\(path)/lines")
        #expect(lines["data.0.taxes.0.taxability_reason"] == reason)
    }

    @Test("a draft is taxed by the customer's exemption at the time of its finalization")
    func exemptLater() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let added = await rate(bench, "10")
        func draft() async -> String {
            _ = await bench.api(
                "POST", "/v1/invoiceitems",
                "customer=\(donor.id)&currency=usd&amount=1000&tax_rates[0]=\(added)")
            let draft = await bench.api(
                "POST", "/v1/invoices", "customer=\(donor.id)&pending_invoice_items_behavior=include")
            #expect(draft["total"] == "1100" && draft["customer_tax_exempt"] == "none")
            return draft["id"]
        }
        let (first, second) = (await draft(), await draft())
        let taxed = await bench.api("POST", "/v1/invoices/\(first)/finalize")
        _ = await bench.api("POST", "/v1/customers/\(donor.id)", "tax_exempt=exempt")
        #expect(taxed["amount_due"] == "1100")
        #expect(await bench.api("GET", "/v1/invoices/\(first)")["customer_tax_exempt"] == "none")
        let exempt = await bench.api("POST", "/v1/invoices/\(second)/finalize")
        #expect(exempt["total"] == "1000" && exempt["amount_due"] == "1000")
        #expect(exempt["total_taxes.0.taxability_reason"] == "customer_exempt")
    }

    @Test("a discount reduces the taxed amount")
    func discounted() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let added = await rate(bench, "10")
        let coupon = await bench.api("POST", "/v1/coupons", "percent_off=50&duration=once")
        _ = await bench.api(
            "POST", "/v1/invoiceitems",
            "customer=\(donor.id)&currency=usd&amount=1000&tax_rates[0]=\(added)")
        let invoice = await bench.api(
            "POST", "/v1/invoices",
            "customer=\(donor.id)&pending_invoice_items_behavior=include&discounts[0][coupon]=\(coupon["id"])"
        )
        #expect(invoice["total"] == "550" && invoice["total_taxes.0.amount"] == "50")
        #expect(invoice["total_taxes.0.taxable_amount"] == "500")
    }

    @Test("a subscription's tax rates apply to every invoice, and an item's own rates replace them")
    func subscription() async throws {
        let bench = try ProcessorBench(at: "2026-01-15T09:00:00Z")
        let donor = try await bench.donor()
        let (first, second) = (try await bench.price(), try await bench.price(1000))
        let (general, own) = (await rate(bench, "10"), await rate(bench, "5"))
        let begun = await bench.api(
            "POST", "/v1/subscriptions",
            "customer=\(donor.id)&items[0][price]=\(first)&items[1][price]=\(second)&items[1][tax_rates][0]=\(own)&default_tax_rates[0]=\(general)"
        )
        #expect(begun["default_tax_rates.0.id"] == general)
        #expect(begun["items.data.1.tax_rates.0.id"] == own)
        bench.go(to: "2026-02-15T10:00:00Z")
        let invoices = try await bench.invoices(of: begun["id"])
        #expect(invoices.map(\.amountDue) == [6550, 6550] && invoices.allSatisfy { $0.status == .paid })
    }

    @Test("refuses an unknown or inactive tax rate, and more than five")
    func refused() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let old = await rate(bench, "5")
        _ = await bench.api("POST", "/v1/tax_rates/\(old)", "active=false")
        for id in ["txr_none", old] {
            let refused = await bench.api(
                "POST", "/v1/invoices", "customer=\(donor.id)&default_tax_rates[0]=\(id)")
            #expect(refused.status == 400 && refused["error.param"] == "default_tax_rates[0]")
        }
        let many = (0..<6).map { "default_tax_rates[\($0)]=txr_x" }.joined(separator: "&")
        let refused = await bench.api("POST", "/v1/invoices", "customer=\(donor.id)&\(many)")
        #expect(refused["error.param"] == "default_tax_rates")
    }

    @Test("a Checkout line item's tax is part of the total")
    func checkout() async throws {
        let bench = try ProcessorBench()
        let added = await rate(bench, "10")
        let session = await bench.api(
            "POST", "/v1/checkout/sessions",
            "mode=payment&success_url=http://127.0.0.1/a&line_items[0][quantity]=2&line_items[0][price_data][currency]=usd&line_items[0][price_data][unit_amount]=1005&line_items[0][price_data][product_data][name]=Book&line_items[0][tax_rates][0]=\(added)&expand[0]=line_items"
        )
        #expect(session["amount_subtotal"] == "2010" && session["amount_total"] == "2211")
        #expect(session["total_details.amount_tax"] == "201")
        #expect(session["line_items.data.0.amount_tax"] == "201")
        #expect(session["line_items.data.0.amount_total"] == "2211")
    }

    @Test("an exempt customer's Checkout session and quote have no tax")
    func checkoutOfExempt() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        _ = await bench.api("POST", "/v1/customers/\(donor.id)", "tax_exempt=exempt")
        let added = await rate(bench, "10")
        let product = await bench.api("POST", "/v1/products", "name=Book")["id"]
        let form =
            "customer=\(donor.id)&line_items[0][quantity]=1&line_items[0][tax_rates][0]=\(added)"
            + "&line_items[0][price_data][currency]=usd&line_items[0][price_data][unit_amount]=1000"
            + "&line_items[0][price_data][product]=\(product)"
        let session = await bench.api(
            "POST", "/v1/checkout/sessions", "\(form)&mode=payment&success_url=http://127.0.0.1/a")
        #expect(session["amount_total"] == "1000" && session["total_details.amount_tax"] == "0")
        let quote = await bench.api("POST", "/v1/quotes", form)
        #expect(quote["amount_total"] == "1000")
    }

    @Test("a discount of one product reduces only its item and its tax", arguments: [true, false])
    func discountOfProduct(byPromotionCode: Bool) async throws {
        let bench = try ProcessorBench()
        let added = await rate(bench, "10")
        let product = await bench.api("POST", "/v1/products", "name=Book")["id"]
        let coupon = await bench.api(
            "POST", "/v1/coupons", "percent_off=50&duration=once&applies_to[products][0]=\(product)")["id"]
        let code = await bench.api(
            "POST", "/v1/promotion_codes", "promotion[type]=coupon&promotion[coupon]=\(coupon)")["id"]
        let discount = byPromotionCode ? "promotion_code]=\(code)" : "coupon]=\(coupon)"
        let items =
            "&line_items[0][quantity]=1&line_items[0][price_data][currency]=usd"
            + "&line_items[0][price_data][unit_amount]=1000&line_items[0][price_data][product]=\(product)"
            + "&line_items[0][tax_rates][0]=\(added)"
            + "&line_items[1][quantity]=1&line_items[1][price_data][currency]=usd"
            + "&line_items[1][price_data][unit_amount]=1000"
            + "&line_items[1][price_data][product]=\(await bench.api("POST", "/v1/products", "name=Tea")["id"])"
            + "&line_items[1][tax_rates][0]=\(added)&discounts[0][\(discount)"
        let session = await bench.api(
            "POST", "/v1/checkout/sessions",
            "mode=payment&success_url=http://127.0.0.1/a\(items)&expand[0]=line_items&expand[1]=total_details.breakdown"
        )
        #expect(session["total_details.amount_discount"] == "500" && session["amount_total"] == "1650")
        #expect(session["line_items.data.0.amount_total"] == "550")
        #expect(session["line_items.data.1.amount_total"] == "1100")
        #expect(session["total_details.breakdown.discounts.0.amount"] == "500")
        #expect(session["total_details.breakdown.taxes.0.amount"] == "150")
        let name = byPromotionCode ? "promotion_code" : "coupon"
        #expect(session["discounts.0.\(name)"] == (byPromotionCode ? code : coupon))
        let quote = await bench.api("POST", "/v1/quotes", String(items.dropFirst()) + "&expand[0]=line_items")
        #expect(quote["amount_total"] == "1650" && quote["line_items.data.0.amount_total"] == "550")
    }

    @Test("a customer's tax id is verified, listed, expanded and deleted")
    func taxIDs() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let path = "/v1/customers/\(donor.id)/tax_ids"
        let made = await bench.api("POST", path, "type=eu_vat&value=000000000")
        #expect(made["object"] == "tax_id" && made["verification.status"] == "pending")
        #expect(await bench.api("GET", "\(path)/\(made["id"])")["verification.status"] == "verified")
        let other = await bench.api("POST", path, "type=us_ein&value=12-3456789")
        #expect(other["country"] == "US" && other["verification.status"] == "unavailable")
        let wrong = await bench.api("POST", path, "type=eu_vat&value=DE1")
        #expect(wrong["error.code"] == "tax_id_invalid" && wrong["error.param"] == "value")
        let customer = await bench.api("GET", "/v1/customers/\(donor.id)", "expand[0]=tax_ids")
        #expect(customer["tax_ids.data"] == "2" && customer["tax_ids.data.0.id"] == other["id"])
        let gone = await bench.api("DELETE", "\(path)/\(other["id"])")
        #expect(gone["deleted"] == "1" && gone["object"] == "tax_id")
        #expect(await bench.api("GET", path)["data"] == "1")
        #expect(await bench.api("GET", "\(path)/\(other["id"])").status == 404)
        let stranger = try await bench.donor()
        #expect(await bench.api("GET", "/v1/customers/\(stranger.id)/tax_ids/\(made["id"])").status == 404)
        let events = try await bench.events().filter { $0.contains("tax_id") }
        #expect(
            events == [
                "customer.tax_id.created", "customer.tax_id.updated", "customer.tax_id.created",
                "customer.tax_id.deleted",
            ])
    }

    @Test("the account's own tax ids and a customer's are listed by owner")
    func owners() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let own = await bench.api("POST", "/v1/tax_ids", "type=us_ein&value=123456789")
        #expect(own["owner.type"] == "self" && own["customer"] == "")
        let theirs = await bench.api(
            "POST", "/v1/tax_ids",
            "type=gb_vat&value=GB123456789&owner[type]=customer&owner[customer]=\(donor.id)")
        #expect(theirs["owner.customer"] == donor.id)
        #expect(await bench.api("GET", "/v1/tax_ids")["data.0.id"] == own["id"])
        let listed = await bench.api(
            "GET", "/v1/tax_ids", "owner[type]=customer&owner[customer]=\(donor.id)")
        #expect(listed["data"] == "1" && listed["data.0.id"] == theirs["id"])
        let created = await bench.api(
            "POST", "/v1/customers",
            "tax_id_data[0][type]=us_ein&tax_id_data[0][value]=12-3456789&expand[0]=tax_ids")
        #expect(created["tax_ids.data.0.type"] == "us_ein")
    }
}
