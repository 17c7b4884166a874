import Foundation
import MoneyKit
import Processor
import Testing
import TimeKit

@testable import PaymentCore

@Suite struct ScheduleFormTests {
    private static let forms: [ChargeForm] = [
        .destination(payee: "acct_1"), .platform(revenue: .planRevenue),
    ]

    /// A schedule in the format from before forms.
    private static let before = #"""
        {"anchor":0,"created":0,"feeStep":500,"id":"sch_1","isCharging":false,"kind":"gift","method":"pm_1","payee":"acct_1","quote":{"applicationFee":{"amount_minor":500,"currency":"usd"},"lines":[{"amount":{"amount_minor":10000,"currency":"usd"},"role":"base"}],"total":{"amount_minor":10000,"currency":"usd"}},"state":"incomplete","statementDescriptor":"CHURCH","subject":"rec_1"}
        """#

    private static func schedule(_ form: ChargeForm) throws -> Schedule {
        let quote = try Quote(of: Money(100_00, .usd), by: ProductFee(payee: BasisPoints(500)))
        return Schedule(
            id: "sch_1",
            order: PaymentOrder(
                kind: "gift", subject: "rec_1", form: form, quote: quote, method: "pm_1",
                payer: Payer(name: "A", email: "a@example.org", phone: nil, client: nil),
                statementDescriptor: "CHURCH"),
            feeStep: try quote.percentStep(), begun: Timestamp(seconds: 0))
    }

    private static func json(_ schedule: Schedule) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return String(decoding: try encoder.encode(schedule), as: UTF8.self)
    }

    @Test("a stored schedule keeps its form", arguments: forms)
    func kept(form: ChargeForm) throws {
        let schedule = try Self.schedule(form)
        let read = try JSONDecoder().decode(Schedule.self, from: Data(Self.json(schedule).utf8))
        #expect(read == schedule)
        #expect(read.form == form)
    }

    @Test("a schedule from before forms is a destination charge, and its format is unchanged")
    func destination() throws {
        let read = try JSONDecoder().decode(Schedule.self, from: Data(Self.before.utf8))
        #expect(read.form == .destination(payee: "acct_1"))
        #expect(try Self.json(read) == Self.before)
        #expect(try Self.json(Self.schedule(.destination(payee: "acct_1"))) == Self.before)
    }

    @Test("only a destination schedule sends an account and a fee to the processor", arguments: forms)
    func request(form: ChargeForm) throws {
        let price = Price(
            id: "price_1", created: Timestamp(seconds: 0), product: "prod_1", unitAmount: 100_00,
            currency: .usd,
            interval: .month)
        let request = try form.subscription(
            of: Self.schedule(form), price: price, at: Timestamp(seconds: 0))
        let account = form.payee
        #expect(request.destination == account)
        #expect(request.onBehalfOf == account)
        #expect(request.applicationFeeBasisPoints == (account == nil ? nil : 500))
        #expect(request.metadata["schedule_id"] == "sch_1")
        #expect(request.errorIfIncomplete)
    }

    @Test("a price change also sets the fee of a destination schedule", arguments: forms, [false, true])
    func change(form: ChargeForm, isAtOnce: Bool) throws {
        let price = Price(
            id: "price_2", created: Timestamp(seconds: 0), product: "prod_1", unitAmount: 200_00,
            currency: .usd, interval: .month)
        let quote = try Quote(of: Money(200_00, .usd), by: ProductFee(payee: BasisPoints(600)))
        let update = try Self.schedule(form).update(to: price, quote, isAtOnce: isAtOnce)
        #expect(update.price == "price_2" && update.invoicesDifference == (isAtOnce ? true : nil))
        #expect(update.applicationFeeBasisPoints == (form.payee == nil ? nil : 600))
        #expect(update.metadata?["base_minor"] == "20000")
    }
}
