import Dispatch
import Documents
import Glibc
import Synchronization

/// Ctrl-C: the first one cancels the work on a tag, so that it is left safe; the second one ends at once.
enum Interrupts {
    /// What the first Ctrl-C does; without it the program ends.
    private static let guarded = Mutex<(@Sendable () -> Void)?>(nil)

    /// The signals with which a terminal or a system ends a program, on their way from the handler to a thread that may
    /// do more than a handler may.
    ///
    /// A handler hears at once; a source of Dispatch is registered a moment later, and a Ctrl-C before that is lost.
    private static let ends: (reading: Int32, writing: Int32) = {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { preconditionFailure("the system gives no pipe for signals") }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        return (ends[0], ends[1])
    }()

    /// Tells when a signal has come in.
    ///
    /// Made once, on first use, and never changed: that is why sharing it is safe.
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

    /// Listens for Ctrl-C.
    static func install() {
        // A pipe whose reader has gone is an error of `write`, never the end in the middle of a tag.
        signal(SIGPIPE, SIG_IGN)
        // So is a file that may not grow (`ulimit -f`).
        signal(SIGXFSZ, SIG_IGN)
        _ = source
        // `nohup` wants its program to go on when the terminal goes.
        for number in [SIGINT, SIGTERM] + (isIgnored(SIGHUP) ? [] : [SIGHUP]) {
            signal(number) { _ in
                // Of all that a handler may do this is enough; who was interrupted must not see another errno.
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

    /// Runs work on a tag; the first Ctrl-C cancels its task and waits for its end.
    ///
    /// - Parameter quietly: Says nothing of it, where Ctrl-C is the normal end of the work.
    static func guarding<Value: Sendable>(
        quietly: Bool = false, _ work: sending @escaping @isolated(any) () async throws -> Value
    ) async throws -> Value {
        let task = Cancelable()
        guarded.withLock {
            $0 = {
                if !quietly { Terminal.say("interrupted; Ctrl-C again ends at once") }
                task.cancel()
            }
        }
        defer { guarded.withLock { $0 = nil } }
        let running = Task { try await work() }
        task.begins { running.cancel() }
        return try await running.value
    }

    /// A task that may be canceled before it has begun.
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
