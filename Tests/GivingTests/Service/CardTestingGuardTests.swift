import DatabaseKit
import Giving
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import Testing

@Suite struct CardTestingGuardTests {
    @Test("at most 20 of 5,000 stolen cards reach the processor")
    func stolenCards() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        var refused = 0
        for number in 0..<5000 {
            do {
                _ = try await world.giving.give(
                    .to(
                        method: "pm_card_visa_chargeDeclinedStolenCard", email: "thief\(number)@example.org",
                        client: "203.0.113.\(number % 250)"))
            } catch let error as PaymentError {
                #expect(error.code == .payeePaused || error.code == .pausedForDeclines)
                refused += 1
            }
        }
        let reached = try await world.processor.paymentIntents(ListQuery(limit: 100)).data.count
        #expect(reached <= 20)
        #expect(reached + refused == 5000)
        #expect(try await world.file.read { try $0.ledgerCheck() }.postings == 0)
    }

    @Test("accepts 400 honest donors from one IP address in five minutes")
    func oneAddress() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        for number in 0..<400 {
            let gift = try await world.giving.give(
                .to(email: "person\(number)@example.org", client: "198.51.100.7"))
            #expect(gift.status == .succeeded)
            if number % 4 == 3 { world.clock.advance(seconds: 3) }
        }
    }

    @Test("white space around an email address does not evade the guard")
    func spacedAddress() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        for number in 0..<5 {
            let address = String(repeating: " ", count: number) + "thief@example.org"
            _ = try await world.giving.give(.to(method: "pm_card_visa_chargeDeclined", email: address))
        }
        let error = await #expect(throws: PaymentError.self) {
            try await world.giving.give(.to(email: "thief@example.org  "))
        }
        #expect(error?.code == .pausedForDeclines)
    }

    @Test("five declines of one donor pause only that donor, for ten minutes")
    func onePerson() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        for number in 0..<15 { _ = try await world.giving.give(.to(email: "good\(number)@example.org")) }
        for _ in 0..<5 {
            let gift = try await world.giving.give(.to(method: "pm_card_visa_chargeDeclined"))
            #expect(gift.status == .failed)
        }
        let error = await #expect(throws: PaymentError.self) { try await world.giving.give(.to()) }
        #expect(error?.code == .pausedForDeclines)
        #expect(try await world.giving.give(.to(email: "another@example.org")).status == .succeeded)
        world.clock.advance(seconds: 601)
        #expect(try await world.giving.give(.to()).status == .succeeded)
    }

    @Test("a gift allows five attempts, and is charged once")
    func attempts() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let declining = "pm_card_visa_chargeDeclined"
        let gift = try await world.giving.give(.to(method: declining))
        let payment = try #require(gift.payment)
        for attempt in 2...5 {
            world.clock.advance(seconds: 700)
            #expect(try await world.giving.retry(gift.id, method: declining).status == .failed)
            #expect(try await world.file.read { try $0.payment(payment) }?.attempts == attempt)
        }
        world.clock.advance(seconds: 700)
        let error = await #expect(throws: PaymentError.self) {
            try await world.giving.retry(gift.id, method: "pm_card_visa")
        }
        #expect(error?.code == .tooManyAttempts)
        let other = try await world.giving.give(.to(method: declining, email: "other@example.org"))
        let unknown = await #expect(throws: PaymentError.self) {
            try await world.giving.retry(other.id, method: "pm_1nope")
        }
        #expect(unknown?.code == .processorRefused)
        #expect(try await world.giving.retry(other.id, method: "pm_card_visa").status == .succeeded)
        await #expect(throws: GivingError.self) {
            try await world.giving.retry(other.id, method: "pm_card_visa")
        }
        #expect(try await world.differences() == [])
    }

}
