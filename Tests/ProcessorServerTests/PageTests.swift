import Foundation
import Processor
import ProcessorSimulator
import TestSupport
import Testing

@testable import ProcessorServer

/// The sentences and forms of the pages.
@Suite struct PageTests {
    /// Returns the text fields of the object that the API creates.
    private static func made(
        _ path: String, _ form: String, in processor: SimulatedProcessor
    ) async throws -> [String: String] {
        let escaped = form.replacing("[", with: "%5B").replacing("]", with: "%5D")
        let answer = await processor.exchange(
            APIRequest(method: "POST", path: path, body: Array(escaped.utf8), apiKey: "sk_test_x"))
        let object = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
        return (object ?? [:]).compactMapValues { $0 as? String }
    }

    private static func id(
        _ path: String, _ form: String, in processor: SimulatedProcessor
    ) async throws -> String {
        try #require(try await made(path, form, in: processor)["id"])
    }

    private static func url(
        _ path: String, _ form: String, in processor: SimulatedProcessor
    ) async throws -> String {
        try #require(try await made(path, form, in: processor)["url"])
    }

    /// Returns the response to a request, with its headers.
    private static func curl(_ arguments: String) async throws -> String {
        try await ProgramRun.shell("curl -si \(arguments)", in: FileManager.default.temporaryDirectory)
            .standardOutput
    }

    private static let checkout =
        "mode=payment&success_url=https://example.org/&line_items[0][quantity]=1"
        + "&line_items[0][price_data][currency]=usd&line_items[0][price_data][unit_amount]=1500"
        + "&line_items[0][price_data][product_data][name]=Candle"

    @Test(
        "the error for an unknown page shows no id, and says what to do next",
        arguments: ["checkout/cs_none", "portal/bps_none", "invoice/in_none", "3ds/pi_none?secret=x", "none"])
    func unknown(path: String) async throws {
        try await LoopbackServerTests.served { _, server in
            let page = try await Self.curl("'\(server.address)/pages/\(path)'")
            #expect(page.hasPrefix("HTTP/1.1 404 "))
            #expect(page.contains("This page does not exist, or it has expired."))
            #expect(page.contains("ask the sender for a new link") && !page.contains("No such"))
        }
    }

    @Test("a Checkout page requires an e-mail address if none is known")
    func email() async throws {
        try await LoopbackServerTests.served { processor, server in
            let path = "/v1/checkout/sessions"
            let unknown = try await Self.id(path, Self.checkout, in: processor)
            let page = "\(server.address)/pages/checkout/\(unknown)"
            #expect(try await Self.curl(page).contains("autocomplete=\"email\" required"))
            let refused = try await Self.curl("-d method=pm_card_visa -d email= \(page)")
            #expect(refused.hasPrefix("HTTP/1.1 402 ") && refused.contains("Your e-mail address is missing."))
            let paid = try await Self.curl("-d method=pm_card_visa -d email=ann@example.org \(page)")
            #expect(paid.hasPrefix("HTTP/1.1 303 "))
            let known = try await Self.id(
                path, Self.checkout + "&customer_email=ann@example.org", in: processor)
            let other = "\(server.address)/pages/checkout/\(known)"
            #expect(try await Self.curl("-d method=pm_card_visa -d email= \(other)").contains(" 303 "))
        }
    }

    @Test("a program that submits no e-mail field pays without an address")
    func withoutField() async throws {
        try await LoopbackServerTests.served { processor, server in
            let id = try await Self.id("/v1/checkout/sessions", Self.checkout, in: processor)
            let paid = try await Self.curl("-d method=pm_card_visa \(server.address)/pages/checkout/\(id)")
            #expect(paid.hasPrefix("HTTP/1.1 303 "))
        }
    }

    @Test("the bank's page names the merchant")
    func bank() async throws {
        try await LoopbackServerTests.served { processor, server in
            let intent = try await Self.made(
                "/v1/payment_intents",
                "amount=5000&currency=usd&payment_method=pm_card_authenticationRequired&confirm=true"
                    + "&return_url=https://example.org/", in: processor)
            let id = try #require(intent["id"])
            let secret = try #require(intent["client_secret"])
            let page = try await Self.curl("'\(server.address)/pages/3ds/\(id)?secret=\(secret)'")
            #expect(page.contains("Do you want to pay $50.00 to Simulated platform?"))
        }
    }

    @Test("the portal describes subscriptions and the card in words, and its card form is closed")
    func portal() async throws {
        try await LoopbackServerTests.served { processor, server in
            let customer = try await Self.id(
                "/v1/customers",
                "payment_method=pm_card_visa&invoice_settings[default_payment_method]=pm_card_visa",
                in: processor)
            let product = try await Self.id("/v1/products", "name=Candles", in: processor)
            let price = try await Self.id(
                "/v1/prices",
                "product=\(product)&currency=usd&unit_amount=1500&recurring[interval]=month", in: processor)
            for quantity in [1, 2] {
                _ = try await Self.id(
                    "/v1/subscriptions",
                    "customer=\(customer)&items[0][price]=\(price)&items[0][quantity]=\(quantity)",
                    in: processor)
            }
            let session = try await Self.id(
                "/v1/billing_portal/sessions", "customer=\(customer)&return_url=https://example.org/",
                in: processor)
            let page = try await Self.curl("\(server.address)/pages/portal/\(session)")
            for text in [
                "Candles · $15.00 a month", "2 × Candles · $30.00 a month", "Renews on February 15, 2027",
                "Visa ending in 4242", "<details>\n<summary>Use another card</summary>",
                "Back to Simulated platform",
            ] {
                #expect(page.contains(text), "\(text)")
            }
            let refused = try await Self.curl(
                "-d method=pm_card_visa_chargeDeclined \(server.address)/pages/portal/\(session)/card")
            #expect(refused.contains("<details open>\n<summary>Use another card</summary>"))
        }
    }

    @Test("the dashboard of an account without a name does not show the account's id as its heading")
    func dashboard() async throws {
        try await LoopbackServerTests.served { processor, _ in
            let account = try await Self.id("/v1/accounts", "type=express&country=US", in: processor)
            _ = try await processor.completeOnboarding(account, .complete)
            let login = try await Self.url("/v1/accounts/\(account)/login_links", "", in: processor)
            #expect(try await Self.curl("'\(login)'").contains("<h1>Your account</h1>"))
        }
    }

    @Test(
        "a requirement is described in words",
        arguments: [
            ("business_profile.mcc", "Industry of your organization (merchant category code)"),
            ("tos_acceptance.ip", "IP address from which you accepted the terms of service"),
            ("individual.dob.day", "Date of birth, day"), ("individual.first_name", "First name"),
            ("company.tax_id", "Company: Tax number"), ("owners.email", "Owner: E-mail address"),
            ("representative.address.city", "Representative: Address, city"),
            ("person_1.verification.document", "Representative: Copy of an identity document"),
            ("new_field", "New field"), ("settings.new_field", "New field"),
        ])
    func requirement(field: String, words: String) {
        #expect(RequirementText.words(for: field) == words)
    }
}
