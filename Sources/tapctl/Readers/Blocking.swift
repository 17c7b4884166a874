import Foundation

/// Work that blocks, on a thread of its own: the threads of Swift's tasks must never wait.
enum Blocking {
    /// Runs `work` and hands back what it gives.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: work()) }.start()
        }
    }
}
