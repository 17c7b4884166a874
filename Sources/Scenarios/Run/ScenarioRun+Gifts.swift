import DataFolderKit
import DatabaseKit
import Documents
import Giving
import InvocationRouter
import PaymentCore
import SimulationKit
import TimeKit

extension ScenarioRun {
    /// Makes the gifts of a step, each at its scheduled time. Several gifts can be made concurrently.
    mutating func give(_ gift: ScenarioGift) async throws -> Outcome {
        let template = try await addressed(gift)
        let (start, clock, giving) = (world.clock.now, world.clock, world.giving)
        let tap = try await recordTap(gift)
        let method = cards[gift.method] ?? gift.method
        var outcome = Outcome(text: "")
        var made: [(name: String, id: String)] = []
        try await withThrowingTaskGroup(of: (String?, Result<Gift, CommandError>).self) { group in
            var next = 1
            func begin() {
                guard next <= template.repeats else { return }
                let one = template.numbered(next)
                clock.advance(to: start.adding(seconds: template.delay(of: next)))
                next += 1
                let request = one.request(method: method, tap: tap)
                group.addTask { (one.name, await Self.answer { try await giving.give(request) }) }
            }
            for _ in 0..<template.inFlight { begin() }
            while let (name, result) = try await group.next() {
                try Task.checkCancellation()
                outcome.count(result.map(\.status.rawValue))
                if let name, let gift = try? result.get() { made.append((name, gift.id)) }
                begin()
            }
        }
        for (name, id) in made { ids[.gifts, default: [:]][name] = id }
        outcome.reportResults(of: template.repeats)
        return outcome
    }

    /// Returns the gift with the organization and fund from its URL. If the gift has no URL, returns it
    /// unchanged.
    private func addressed(_ gift: ScenarioGift) async throws -> ScenarioGift {
        guard let url = gift.url else { return gift }
        let resolution = try await resolve(url)
        guard let fund = resolution.fund else { throw GivingError(.fundUnclear) }
        var gift = gift
        (gift.org, gift.fund) = (resolution.organization.id, fund.id)
        gift.isRecurring = gift.isRecurring || resolution.recurring
        return gift
    }

    private func recordTap(_ gift: ScenarioGift) async throws -> String? {
        guard let url = gift.url else { return nil }
        let invocation = try? Invocation.parse(url, profile: .tap)
        let resolution = try await resolve(url)
        return try await world.giving.record(
            tap: url, invocation, organization: resolution.organization.id, source: .link
        ).id
    }
}

extension ScenarioGift {
    /// Returns the request that the donor sends.
    fileprivate func request(method: String, tap: String?) -> GiftRequest {
        GiftRequest(
            organization: org ?? "", fund: fund, amount: amount.map(GiftRequest.Amount.plain),
            isRecurring: isRecurring, coversFee: coversFees, method: method, name: donor, email: email,
            client: client, tap: tap, key: key)
    }
}
