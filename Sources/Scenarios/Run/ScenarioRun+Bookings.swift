import Bookings
import DataFolderKit
import DatabaseKit
import Documents
import Giving
import MoneyKit
import Payees
import PaymentCore
import Processor
import TimeKit

extension ScenarioRun {
    package mutating func enroll(_ payee: ScenarioPayee) async throws -> Outcome {
        let service = world.products.payees
        let id = try await world.file.write {
            try service.enroll(named: payee.name, timeZone: payee.timeZone, in: $0).id
        }
        payees[payee.name] = id
        let profile = try await service.setUpPayouts(of: id, in: .usd)
        if let account = profile.account {
            try await world.controls.onboard(account, payee.onboarding)
            try await world.giving.payments.refresh(payee: account)
        }
        return Outcome(text: try await service.onboarding(of: id).label)
    }

    package mutating func quote(_ quote: ScenarioQuote) async throws -> Outcome {
        let payer = BookingPayer(id: "a-payer", name: "A Payer", email: "payer@example.org")
        let made = try await world.products.bookings.quote(
            BookingRequest(
                payee: try id(ofPayee: quote.payee), payer: payer, title: quote.name, address: quote.address,
                price: try Money(parsing: quote.price, in: .usd)))
        quotes[quote.name] = made.id
        return Outcome(text: "\(made.quote.payeeNet.plainText) for \(quote.payee)")
    }

    func book(_ booking: ScenarioBooking) async throws -> Outcome {
        let (service, method) = (world.products.bookings, cards[booking.method] ?? booking.method)
        let quote = try await quote(named: booking.quote)
        let payer = BookingActor.payer(quote.request.payer.id)
        let outcome = await payAtOnce(booking.times) {
            try await service.pay(quote.id, method: method, by: payer, key: booking.key).payment
        }
        guard let passed = booking.passesChallenge, outcome.refusal == nil,
            let payment = try await self.quote(named: booking.quote).payment
        else { return outcome }
        return try await answerBank(about: payment, passed)
    }

    package func perform(_ act: ScenarioJobAct) async throws -> Outcome {
        let service = world.products.bookings
        let quote = try await quote(named: act.quote)
        let actor = act.role.actor(in: quote.request)
        switch act.act {
        case .confirm:
            let outcome = try await service.confirm(quote.id, by: actor)
            return Outcome(text: outcome.payment.state.rawValue)
        case .abandon:
            return Outcome(text: "closed \(try await service.abandon(quote.id, by: actor).abandonments)")
        case .complete:
            return Outcome(
                text: try await service.perform(.complete, on: id(ofJobOf: quote), by: actor).status.rawValue)
        case .cancel:
            return Outcome(
                text: try await service.perform(.cancel, on: id(ofJobOf: quote), by: actor).status.rawValue)
        case .payout:
            return Outcome(
                text: try await service.payOut(id(ofJobOf: quote), by: actor).payoutStatus.rawValue)
        }
    }

    // MARK: Expectations

    package func found(_ field: ScenarioBookingField, ofQuote name: String) async throws -> String {
        let quote = try await quote(named: name)
        if field == .abandonments { return String(quote.abandonments) }
        guard let job = try await job(of: quote) else { return ScenarioReader.noJob }
        switch field {
        case .status, .abandonments: return job.status.rawValue
        case .payout: return try await world.products.bookings.payeeJob(job.id).payoutStatus.rawValue
        case .earned: return job.earned.plainText
        case .refunded: return Money(job.refundedMinor, job.earned.currency).plainText
        }
    }

    package func found(_ field: ScenarioEarningsField, ofPayee name: String) async throws -> String {
        let earnings = try await world.products.payees.earnings(of: try id(ofPayee: name), in: .usd)
        let sum =
            switch field {
            case .today: earnings.today
            case .week: earnings.week
            case .month: earnings.month
            case .total: earnings.total
            case .last7Days: earnings.last7Days
            case .last30Days: earnings.last30Days
            }
        return sum.plainText
    }

    // MARK: Names

    package func id(ofPayee name: String) throws -> String {
        guard let id = payees[name] else { throw GivingError(.notFound, "payee \(name)") }
        return id
    }

    private func quote(named name: String) async throws -> BookingQuote {
        guard let id = quotes[name] else { throw GivingError(.notFound, "quote \(name)") }
        return try await world.products.bookings.quote(id, for: .platform)
    }

    private func job(of quote: BookingQuote) async throws -> BookingJob? {
        guard let payment = quote.payment else { return nil }
        return try await world.file.read { try $0.bookingJob(ofPayment: payment) }
    }

    private func id(ofJobOf quote: BookingQuote) async throws -> String {
        guard let job = try await job(of: quote) else {
            throw GivingError(.wrongState, "a quote that is not paid has no job")
        }
        return job.id
    }
}
