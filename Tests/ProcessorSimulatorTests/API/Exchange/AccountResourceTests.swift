import Foundation
import Processor
import SimulationKit
import Testing
import TimeKit

@testable import ProcessorSimulator

/// Resources that are used on behalf of a connected account.
@Suite struct AccountResourceTests {
    @Test("a customer's bank account belongs to the customer's account, and so do its events")
    func bankAccount() async throws {
        let world = try await AccountWorld()
        let customer = try await world.post("/v1/customers", as: world.grace).text("id")
        let path = "/v1/customers/\(customer)/sources"
        let bank = try await world.post(path, ["source": "btok_us_verified"], as: world.grace)
        #expect(bank.text("object") == "bank_account")
        #expect(try await world.list(path, as: world.grace).map { $0.text("id") } == [bank.text("id")])
        let charge = try await world.post(
            "/v1/charges", ["amount": "5000", "currency": "usd", "customer": customer], as: world.grace)
        #expect(charge.text("status") == "pending")
        let type = "customer.source.created"
        #expect(try await world.list("/v1/events?type=\(type)", as: world.grace).count == 1)
        #expect(try await world.list("/v1/events?type=\(type)").isEmpty)
        #expect(await world.look(path, as: world.mercy).status == 404)
        // The account's own bank account is one of the details that the platform stores.
        let own = "/v1/accounts/\(world.grace)/external_accounts"
        try await world.post(
            own,
            [
                "external_account[object]": "bank_account", "external_account[country]": "US",
                "external_account[currency]": "usd", "external_account[account_number]": "000123456789",
                "external_account[routing_number]": "110000000",
            ])
        #expect(try await world.list(own).count == 1)
        #expect(try await world.list(own, as: world.grace).count == 1)
    }

    @Test("a charge without an intent on behalf of an account has an application fee")
    func fee() async throws {
        let world = try await AccountWorld()
        let form = ["amount": "10000", "currency": "usd", "source": "tok_visa"]
        let charge = try await world.post(
            "/v1/charges", form.merging(["application_fee_amount": "500"]) { $1 }, as: world.grace)
        #expect(charge.text("application_fee").hasPrefix("fee_"))
        #expect(try await world.bench.holding(of: world.grace) == 9180)
        #expect(try await world.bench.holding(of: nil) == 500)
        let held = try await world.post(
            "/v1/charges", form.merging(["capture": "false"]) { $1 }, as: world.grace)
        let captured = try await world.post(
            "/v1/charges/\(held.text("id"))/capture", ["application_fee_amount": "100"], as: world.grace)
        #expect(captured.number("application_fee_amount") == 100)
        #expect(try await world.bench.holding(of: nil) == 600)
    }

    @Test("a quote on behalf of an account has an application fee")
    func quote() async throws {
        let world = try await AccountWorld()
        let quote = try await world.post("/v1/quotes", ["application_fee_amount": "500"], as: world.grace)
        #expect(quote.number("application_fee_amount") == 500)
        #expect(await world.look("/v1/quotes/\(quote.text("id"))").status == 404)
    }

    @Test("a shared bank account keeps its test number")
    func sharedBankAccount() async throws {
        let world = try await AccountWorld()
        let method = try await world.post(
            "/v1/payment_methods",
            [
                "type": "us_bank_account", "us_bank_account[account_number]": "000222222227",
                "us_bank_account[routing_number]": "110000000",
                "us_bank_account[account_holder_type]": "individual", "billing_details[name]": "A Donor",
            ])
        let copy = try await world.post(
            "/v1/payment_methods", ["payment_method": method.text("id")], as: world.grace)
        let details = copy["us_bank_account"] as? [String: Any] ?? [:]
        #expect(copy.text("id") != method.text("id"))
        #expect(details.text("last4") == "2227")
    }

    @Test("no other account sees an account's quotes, schedules, taxes, credit notes, sources and files")
    func isolation() async throws {
        let world = try await AccountWorld()
        func made(_ path: String, _ form: [String: String]) async throws -> (path: String, id: String) {
            (path, try await world.post(path, form, as: world.grace).text("id"))
        }
        let customer = try await made("/v1/customers", [:]).id
        let price = try await made(
            "/v1/prices",
            [
                "currency": "usd", "unit_amount": "1500", "recurring[interval]": "month",
                "product_data[name]": "Monthly gift",
            ]
        ).id
        _ = try await made(
            "/v1/invoiceitems", ["customer": customer, "amount": "2000", "currency": "usd"])
        let invoice = try await made(
            "/v1/invoices", ["customer": customer, "pending_invoice_items_behavior": "include"]
        ).id
        try await world.post("/v1/invoices/\(invoice)/finalize", as: world.grace)
        let file = try await made("/v1/files", ["file": "text", "purpose": "dispute_evidence"])
        let objects = [
            file, ("/v1/plans", price),
            try await made("/v1/file_links", ["file": file.id]),
            try await made("/v1/credit_notes", ["invoice": invoice, "amount": "500"]),
            try await made("/v1/quotes", ["customer": customer]),
            try await made(
                "/v1/subscription_schedules",
                [
                    "customer": customer, "start_date": "\(world.bench.clock.now.seconds + 86_400)",
                    "phases[0][items][0][price]": price,
                ]),
            try await made(
                "/v1/tax_rates", ["display_name": "VAT", "percentage": "10", "inclusive": "false"]),
            try await made("/v1/tax_ids", ["type": "us_ein", "value": "12-3456789"]),
            try await made("/v1/payment_method_domains", ["domain_name": "give.example"]),
            try await made("/v1/payment_method_configurations", ["name": "Gifts"]),
            try await made("/v1/sources", ["type": "card", "token": "tok_visa"]),
        ]
        for (path, id) in objects {
            let hasList = path != "/v1/sources"
            #expect(try await world.get("\(path)/\(id)", as: world.grace).text("id") == id)
            if hasList {
                let own = try await world.list(path, as: world.grace).map { $0.text("id") }
                #expect(own.contains(id), "\(path)")
            }
            for account in [world.mercy, nil] {
                let answer = await world.look("\(path)/\(id)", as: account)
                #expect(answer.status == 404, "\(path)")
                #expect(answer.error.text("code") == "resource_missing", "\(path)")
                if hasList { #expect(try await world.list(path, as: account).isEmpty, "\(path)") }
            }
        }
    }
}
