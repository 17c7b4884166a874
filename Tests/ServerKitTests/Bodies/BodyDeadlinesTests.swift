import NIOCore
import Testing

@testable import ServerKit

@Suite(.timeLimit(.minutes(1))) struct BodyDeadlinesTests {
    @Test("a body that arrives is returned, and its time limit is forgotten")
    func arrives() async throws {
        let deadlines = BodyDeadlines(limit: .seconds(60))
        let body = try await deadlines.body { ByteBuffer(string: "amount=5") }
        #expect(String(buffer: body) == "amount=5")
        #expect(deadlines.count == 0)
    }

    @Test("a body that does not arrive is late, whatever its reader does when it is canceled")
    func late() async throws {
        let deadlines = BodyDeadlines(limit: .milliseconds(10))
        await #expect(throws: LateBody.self) {
            try await deadlines.body { try await Self.waitForCancellation() }
        }
        await #expect(throws: LateBody.self) {
            try await deadlines.body {
                _ = try? await Self.waitForCancellation()
                return ByteBuffer(string: "a part")
            }
        }
        #expect(deadlines.count == 0)
    }

    @Test("a request that is canceled cancels the reading of its body")
    func canceled() async throws {
        let deadlines = BodyDeadlines(limit: .seconds(60))
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let request = Task {
            try await deadlines.body {
                start.yield()
                return try await Self.waitForCancellation()
            }
        }
        for await _ in started { break }
        request.cancel()
        await #expect(throws: CancellationError.self) { try await request.value }
        #expect(deadlines.count == 0)
    }

    /// Suspends until the task is canceled, and throws `CancellationError` then.
    private static func waitForCancellation() async throws -> ByteBuffer {
        let (never, _) = AsyncStream.makeStream(of: Never.self)
        for await _ in never {}
        try Task.checkCancellation()
        return ByteBuffer()
    }
}
