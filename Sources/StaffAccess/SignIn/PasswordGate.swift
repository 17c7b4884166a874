import Dispatch

/// A limiter for simultaneous password checks. Each check needs memory and time.
///
/// If too many checks are already waiting, additional checks are refused.
actor PasswordGate {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private let mostWaiting: Int

    /// Creates a limiter.
    ///
    /// - Parameters:
    ///   - width: The maximum number of checks that run at the same time.
    ///   - mostWaiting: The maximum number of checks that can wait.
    init(width: Int = 2, mostWaiting: Int = 32) {
        free = width
        self.mostWaiting = mostWaiting
    }

    /// Runs `work`. If the maximum number of checks is already running, waits until one of them ends.
    ///
    /// - Throws: ``StaffError`` with code `busy` if too many checks are waiting, or any error that `work`
    ///   throws.
    nonisolated func pass<Value: Sendable>(_ work: @Sendable () async throws -> Value) async throws -> Value {
        try await enter()
        let result: Result<Value, any Error>
        do { result = .success(try await work()) } catch { result = .failure(error) }
        await leave()
        return try result.get()
    }

    /// Runs slow work on a background thread, so that it does not delay other requests.
    nonisolated static func aside<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { caller in
            DispatchQueue.global().async { caller.resume(with: Result { try work() }) }
        }
    }

    private func enter() async throws {
        if free > 0 {
            free -= 1
            return
        }
        guard waiting.count < mostWaiting else { throw StaffError(.busy) }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func leave() {
        guard !waiting.isEmpty else {
            free += 1
            return
        }
        waiting.removeFirst().resume()
    }
}
