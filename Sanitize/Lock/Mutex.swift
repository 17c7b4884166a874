#if TSAN
    import Glibc

    /// A POSIX lock that replaces `Synchronization.Mutex` under the thread sanitizer.
    ///
    /// The standard library's lock waits on a futex inside code that is not instrumented. The sanitizer therefore sees
    /// no order between two threads that hold it one after the other, and reports a race (Swift 6.3.1). It supports
    /// POSIX locks.
    final class Mutex<Value>: @unchecked Sendable {
        private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private nonisolated(unsafe) var value: Value

        init(_ value: consuming sending Value) {
            self.value = value
            pthread_mutex_init(lock, nil)
        }

        deinit {
            pthread_mutex_destroy(lock)
            lock.deallocate()
        }

        func withLock<Result: ~Copyable, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            pthread_mutex_lock(lock)
            defer { pthread_mutex_unlock(lock) }
            return try body(&value)
        }
    }
#endif
