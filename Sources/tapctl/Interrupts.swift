import Dispatch
import Glibc
import Synchronization

/// Ctrl-C: the first one cancels the work on a tag, so that it is left safe; the second one ends at once.
enum Interrupts {
    /// What the first Ctrl-C does; without it the program ends.
    private static let guarded = Mutex<(@Sendable () -> Void)?>(nil)

    /// One source for each signal with which a terminal or a system ends a program.
    ///
    /// Made once, on first use, and never changed: that is why sharing them is safe.
    nonisolated(unsafe) private static let sources = [SIGINT, SIGTERM, SIGHUP].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInteractive))
        source.setEventHandler { interrupt() }
        source.resume()
        return source
    }

    /// Listens for Ctrl-C.
    static func install() {
        // A pipe whose reader has gone is an error of `write`, never the end in the middle of a tag.
        signal(SIGPIPE, SIG_IGN)
        // So is a file that may not grow (`ulimit -f`).
        signal(SIGXFSZ, SIG_IGN)
        _ = sources
    }

    /// Runs work on a tag; the first Ctrl-C cancels its task and waits for its end.
    ///
    /// - Parameter quietly: Says nothing of it, where Ctrl-C is the normal end of the work.
    static func guarding<Value: Sendable>(
        quietly: Bool = false, _ work: sending @escaping @isolated(any) () async throws -> Value
    ) async throws -> Value {
        let task = Task { try await work() }
        guarded.withLock {
            $0 = {
                if !quietly { Talk.say("interrupted; Ctrl-C again ends at once") }
                task.cancel()
            }
        }
        defer { guarded.withLock { $0 = nil } }
        return try await task.value
    }

    private static func interrupt() {
        let cancel = guarded.withLock { cancel in
            defer { cancel = nil }
            return cancel
        }
        Talk.endProgress()
        guard let cancel else { _exit(ExitCode.interrupted.rawValue) }
        cancel()
    }
}
