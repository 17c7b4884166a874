import Dispatch
import Documents
import Glibc
import Synchronization

/// The handling of Ctrl-C.
///
/// The first Ctrl-C cancels the running operation, which leaves a tag in a safe state. The second Ctrl-C, or
/// the first one without a running operation, ends the process immediately.
enum Interrupts {
    /// The function to call on the first Ctrl-C; nil if Ctrl-C ends the process.
    private static let guarded = Mutex<(@Sendable () -> Void)?>(nil)

    /// The two ends of a pipe. The signal handler uses the pipe to pass signals to a thread, because a signal
    /// handler may call only a few functions.
    ///
    /// A Dispatch source alone would not be sufficient. Unlike a signal handler, it is registered with a
    /// delay, and an early Ctrl-C would be lost.
    private static let ends: (reading: Int32, writing: Int32) = {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { preconditionFailure("cannot create a pipe for signals") }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        return (ends[0], ends[1])
    }()

    /// The Dispatch source that reports signals. It can be shared safely, because it is created on first use
    /// and never changes.
    nonisolated(unsafe) private static let source = {
        let source = DispatchSource.makeReadSource(
            fileDescriptor: ends.reading, queue: .global(qos: .userInteractive))
        source.setEventHandler {
            var byte: UInt8 = 0
            while read(ends.reading, &byte, 1) == 1 { interrupt() }
        }
        source.resume()
        return source
    }()

    /// Installs the signal handlers.
    static func install() {
        // Writing to a closed pipe must fail with an error, and not end the process while it writes a tag.
        signal(SIGPIPE, SIG_IGN)
        // Exceeding the file size limit (`ulimit -f`) must also fail with an error.
        signal(SIGXFSZ, SIG_IGN)
        _ = source
        // Under `nohup`, the program continues after the terminal is closed.
        for number in [SIGINT, SIGTERM] + (isIgnored(SIGHUP) ? [] : [SIGHUP]) {
            signal(number) { _ in
                // Only async-signal-safe calls are allowed here; the interrupted code must not see a changed errno.
                let before = errno
                var byte: UInt8 = 1
                _ = write(Interrupts.ends.writing, &byte, 1)
                errno = before
            }
        }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Runs an operation that Ctrl-C can cancel. The first Ctrl-C cancels the task of the operation. This
    /// function then waits until that task ends. If `quietly` is true, no message is printed, because Ctrl-C
    /// is the normal way to end the operation.
    static func guarding<Value: Sendable>(
        quietly: Bool = false, _ work: sending @escaping @isolated(any) () async throws -> Value
    ) async throws -> Value {
        let task = Cancelable()
        guarded.withLock {
            $0 = {
                if !quietly { Terminal.say("interrupted; press Ctrl-C again to stop immediately") }
                task.cancel()
            }
        }
        defer { guarded.withLock { $0 = nil } }
        let running = Task { try await work() }
        task.begins { running.cancel() }
        return try await running.value
    }

    /// A task that can be canceled even before it has started.
    private final class Cancelable: Sendable {
        private let state = Mutex((isCanceled: false, cancel: (@Sendable () -> Void)?.none))

        func cancel() {
            state.withLock { state -> (@Sendable () -> Void)? in
                state.isCanceled = true
                return state.cancel
            }?()
        }

        func begins(_ cancel: @escaping @Sendable () -> Void) {
            let isCanceled = state.withLock { state in
                state.cancel = cancel
                return state.isCanceled
            }
            if isCanceled { cancel() }
        }
    }

    private static func interrupt() {
        let cancel = guarded.withLock { cancel in
            defer { cancel = nil }
            return cancel
        }
        Terminal.endProgress()
        guard let cancel else { _exit(ExitCode.interrupted.rawValue) }
        cancel()
    }
}
