import NIOCore
import Synchronization

/// The error for a request body that was not received in time.
public struct LateBody: Error {}

/// The time limits of all request bodies that are being received.
///
/// All bodies share one timer, because a separate timer for each request would cost more than reading the
/// body.
public final class BodyDeadlines: Sendable {
    private struct Reading {
        let deadline: ContinuousClock.Instant
        let task: Task<ByteBuffer, any Error>
        var isLate = false
    }

    private struct State {
        var last: UInt64 = 0
        var readings: [UInt64: Reading] = [:]
        var hasTimer = false
    }

    private let limit: Duration
    private let state = Mutex(State())

    /// Creates the time limits of a server's request bodies.
    ///
    /// - Parameter limit: The maximum time for receiving a body.
    public init(limit: Duration) { self.limit = limit }

    /// The number of bodies that are being received.
    var count: Int { state.withLock { $0.readings.count } }

    /// Reads a body with `read`. Cancels `read` if the body does not arrive in time.
    ///
    /// - Throws: ``LateBody`` if reading takes longer than the limit, or the error that `read` throws.
    func body(_ read: @escaping @Sendable () async throws -> ByteBuffer) async throws -> ByteBuffer {
        let task = Task { try await read() }
        let number = add(Reading(deadline: .now + limit, task: task))
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        let isLate = state.withLock { $0.readings.removeValue(forKey: number)?.isLate ?? false }
        if isLate { throw LateBody() }
        return try result.get()
    }

    private func add(_ reading: Reading) -> UInt64 {
        let (number, needsTimer) = state.withLock { state in
            state.last += 1
            state.readings[state.last] = reading
            defer { state.hasTimer = true }
            return (state.last, !state.hasTimer)
        }
        if needsTimer { Task { await run() } }
        return number
    }

    /// Cancels reads that exceed the time limit. Returns when no body is being received.
    private func run() async {
        while let next = nextDeadline() {
            try? await Task.sleep(until: next, clock: .continuous)
            let late = state.withLock { state in
                let due = state.readings.filter { $0.value.deadline <= .now && !$0.value.isLate }
                for number in due.keys { state.readings[number]?.isLate = true }
                return due.values.map(\.task)
            }
            for task in late { task.cancel() }
        }
    }

    private func nextDeadline() -> ContinuousClock.Instant? {
        state.withLock { state in
            let next = state.readings.values.lazy.filter { !$0.isLate }.map(\.deadline).min()
            if next == nil { state.hasTimer = false }
            return next
        }
    }
}
