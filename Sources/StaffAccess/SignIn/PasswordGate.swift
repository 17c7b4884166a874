import Dispatch

/// Lets few passwords be looked at at a time, since each needs memory and time; who waits behind too many is sent away.
actor PasswordGate {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private let mostWaiting: Int

    /// - Parameters:
    ///   - width: How many at a time.
    ///   - mostWaiting: How many wait behind them.
    init(width: Int = 2, mostWaiting: Int = 32) {
        free = width
        self.mostWaiting = mostWaiting
    }

    /// Does `work` when its turn comes.
    ///
    /// - Throws: ``StaffError`` with code `busy`, or what `work` throws.
    nonisolated func pass<Value: Sendable>(_ work: @Sendable () async throws -> Value) async throws -> Value {
        try await enter()
        let result: Result<Value, any Error>
        do { result = .success(try await work()) } catch { result = .failure(error) }
        await leave()
        return try result.get()
    }

    /// Does what takes long on a thread that no request waits for.
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
