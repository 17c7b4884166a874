import Bookings
import DatabaseKit
import Foundation
import MoneyKit
import Payees
import PaymentCore
import Processor
import ProcessorSimulator
import TestSupport
import Testing
import TextKit
import TimeKit

@testable import DataFolderKit
@testable import Documents
@testable import PublicAPI

extension APIBench {
    @discardableResult
    func payee(
        _ name: String = "Dana", zone: String = "America/Chicago", by key: String = "owner",
        once: String? = nil
    ) async throws -> Answer {
        try await call(
            "POST", "/api/payees", #"{"name":"\#(name)","time_zone":"\#(zone)"}"#, by: key, once: once)
    }

    func onboardingLink(of payee: String, once: String? = nil) async throws -> Answer {
        let body =
            #"{"refresh_url":"https://church.example/again","return_url":"https://church.example/done"}"#
        return try await call("POST", "/api/payees/\(payee)/onboarding-link", body, once: once)
    }

    /// Completes onboarding on the processor's pages.
    func onboard(_ payee: String) async throws {
        let account = try #require(try await data.read { try $0.payeeProfile(payee)?.account })
        try await data.controls.onboard(account, .complete)
        try await data.payments.refresh(payee: account)
    }

    func activePayee() async throws -> String {
        let payee = try await payee().id
        #expect(try await onboardingLink(of: payee).status == 200)
        try await onboard(payee)
        return payee
    }

    /// Creates a quote of 150.00 for a payee, without an address.
    func quote(_ payee: String, by key: String = "owner", once: String? = nil) async throws -> Answer {
        let body = """
            {"payee":"\(payee)","title":"Move a piano","price_minor":15000,"payer_name":"A Client",\
            "payer_email":"client@example.org"}
            """
        return try await call("POST", "/api/payments/create-intent", body, by: key, once: once)
    }

    func payQuote(
        _ quote: String, method: String = "pm_card_visa", by key: String = "owner", once: String? = nil
    ) async throws -> Answer {
        try await call(
            "POST", "/api/payments/confirm", #"{"quote":"\#(quote)","method":"\#(method)"}"#, by: key,
            once: once)
    }

    /// Creates a paid job of 150.00, and its payee.
    func job() async throws -> (payee: String, job: String) {
        let payee = try await activePayee()
        let paid = try await payQuote(quote(payee).id)
        return (payee, try #require(paid["job"]?.string))
    }
}
