import Dependents
import MoneyKit
import MoneyTestSupport
import SimulationKit
import TestSupport
import Testing

/// Navigation between the list, the review, the confirmation and the home screen.
@Suite struct DependentSessionTests {
    @Test("a tap opens the review, and Back returns to the list")  // D2-03, D2-07, D2-08, D2-19
    func navigate() throws {
        let (other, dependent) = (try Dependent.example(id: "dep_sarah"), try Dependent.example())
        var session = DependentSession([other, dependent])
        #expect(session.screen == .list)
        #expect(session.selectedDependent == nil)
        session.navigate(to: dependent.id)
        #expect(session.screen == .review(dependent))
        #expect(session.selectedDependent == dependent)
        session.back()
        #expect(session.screen == .list)
        #expect(session.selectedDependent == nil)
        #expect(session.log == [])
    }

    @Test("an approval shows the confirmation, and Done returns to the home screen")  // D2-07, D2-09, D2-19
    func approve() throws {
        let dependent = try Dependent.example()
        var session = DependentSession([dependent])
        session.navigate(to: dependent.id)
        #expect(session.approve(dependent.id) == dependent.fee)
        #expect(session.screen == .review(dependent))
        session.finish(.paid, of: dependent.id)
        #expect(session.screen == .confirmation(dependent))
        session.done()
        #expect(session.screen == .home)
        #expect(session.log == [])
    }

    @Test("an approval is only accepted for the shown dependent")  // D2-07
    func approveOfAnother() throws {
        let (shown, other) = (try Dependent.example(), try Dependent.example(id: "dep_sarah"))
        var session = DependentSession([shown, other])
        session.navigate(to: shown.id)
        #expect(session.approve(other.id) == nil)
        #expect(session.screen == .review(shown))
        #expect(session.log == ["approve dep_sarah: the review of this dependent is not shown"])
    }

    @Test("a failed payment stays on the review with its error until the next action")  // D2-16
    func failure() throws {
        let dependent = try Dependent.example()
        var session = DependentSession([dependent])
        session.navigate(to: dependent.id)
        _ = session.approve(dependent.id)
        session.finish(.failed("the card was declined"), of: dependent.id)
        #expect(session.screen == .review(dependent))
        #expect(session.error == "the card was declined")
        #expect(session.approve(dependent.id) == dependent.fee)
        #expect(session.error == nil)
        session.finish(.failed("again"), of: dependent.id)
        session.back()
        #expect(session.error == nil)
    }

    @Test("an unknown id stays on the list, and is logged as plain text")  // D2-17
    func unknown() throws {
        var session = DependentSession([try .example()])
        session.navigate(to: "dep_\n\u{202E}x")
        #expect(session.screen == .list)
        #expect(session.log == ["navigate dep_??x: this dependent is not in the list"])
    }

    @Test("without a fee, nothing is approved, and the reason is shown")  // D2-15
    func noFee() throws {
        let dependent = try Dependent.example(fee: nil)
        var session = DependentSession([dependent])
        session.navigate(to: dependent.id)
        #expect(session.approve(dependent.id) == nil)
        #expect(session.screen == .review(dependent))
        #expect(session.error == "the fee for this service is unknown")
        #expect(!session.isPaying)
    }

    @Test("during a payment, all other actions are ignored")
    func paying() throws {
        let dependent = try Dependent.example()
        var session = DependentSession([dependent])
        session.navigate(to: dependent.id)
        _ = session.approve(dependent.id)
        let before = session.screen
        session.back()
        session.done()
        session.navigate(to: dependent.id)
        #expect(session.approve(dependent.id) == nil)
        #expect(session.screen == before)
        #expect(session.isPaying)
        #expect(session.log.count == 4)
    }

    // Feature: dependent-service-payments, Property 1: for any tap, the review has exactly that dependent
    @Test("property 1: for any tap, the review has exactly that dependent", arguments: propertySeeds)
    func exactlyThat(seed: UInt64) throws {  // D2-11
        var generator = SeededGenerator(seed: seed)
        let dependents = try Dependent.list(from: &generator)
        let tapped = try #require(dependents.randomElement(using: &generator))
        var session = DependentSession(dependents)
        session.navigate(to: tapped.id)
        #expect(session.screen == .review(tapped), "seed \(seed)")
        #expect(session.selectedDependent == tapped, "seed \(seed)")
    }

    // Feature: dependent-service-payments, Property 4: after a successful payment the confirmation is shown
    @Test("property 4: after a successful payment the confirmation is shown", arguments: propertySeeds)
    func confirmation(seed: UInt64) throws {  // D2-14
        var generator = SeededGenerator(seed: seed)
        let dependents = try Dependent.list(from: &generator, hasFee: true)
        let tapped = try #require(dependents.randomElement(using: &generator))
        var session = DependentSession(dependents)
        session.navigate(to: tapped.id)
        for attempt in 0..<Int.random(in: 0...3, using: &generator) {
            #expect(session.approve(tapped.id) == tapped.fee, "seed \(seed)")
            session.finish(.failed("try \(attempt)"), of: tapped.id)
            #expect(session.screen == .review(tapped), "seed \(seed)")
        }
        #expect(session.approve(tapped.id) == tapped.fee, "seed \(seed)")
        session.finish(.paid, of: tapped.id)
        #expect(session.screen == .confirmation(tapped), "seed \(seed)")
    }
}
