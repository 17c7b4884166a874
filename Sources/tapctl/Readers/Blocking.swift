import Foundation

/// Functions that run blocking operations on separate threads, because the threads of Swift's tasks must
/// never block.
enum Blocking {
    /// Runs `work` on a separate thread, and returns its result.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: work()) }.start()
        }
    }
}
