import Testing

@testable import Giving
@testable import tapctl

/// What a program is told of errors.
@Suite struct APIErrorTests {
    @Test(
        "a gift that was broken off is never the program's fault: it asks again with the same key",
        arguments: [
            GivingError(.wrongState, "a gift"), GivingError(.notFound, "a gift"), CancellationError(),
        ] as [any Error])
    func unfinished(cause: any Error) {
        let error = APIError(UnfinishedGift(gift: "gift_1", cause: cause))
        #expect(error.status == 503 && error.kind == .server)
        #expect(error.message.contains("gift_1") && error.message.contains("may have been charged"))
        #expect(error.message.contains("same Idempotency-Key: nothing is charged twice"))
    }

    @Test("who asks too often is told when to ask again", arguments: [(1, "1 second."), (30, "30 seconds.")])
    func rateLimited(seconds: Int64, words: String) {
        let error = APIError.rateLimited(secondsToWait: seconds)
        #expect(error.status == 429 && error.headers == ["Retry-After": String(seconds)])
        #expect(error.message.hasSuffix("ask again in \(words)"))
    }
}
