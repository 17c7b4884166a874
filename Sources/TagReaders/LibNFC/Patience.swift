import Dispatch
import Synchronization

/// An end for calls of libnfc that its own timeout does not end.
///
/// libnfc's timeout begins anew with each piece of an answer, so that a reader which sends a byte now and then
/// keeps it waiting for minutes. When patience is over, the port is made deaf; then libnfc's timeout holds.
struct Patience {
    /// How long a call may take before the port is made deaf.
    var limit: Duration

    /// Enough for every call but an APDU: an answer of 262 bytes takes 23 ms at 115200 Bd.
    static let usual = Patience(limit: .milliseconds(700))
    /// Enough for opening, which takes 60 ms; libnfc waits another second for the first exchange.
    static let opening = Patience(limit: .milliseconds(500))

    /// Enough for a call that libnfc gives so many milliseconds.
    static func covering(_ milliseconds: Int32) -> Patience {
        Patience(limit: max(usual.limit, .milliseconds(milliseconds + 100)))
    }

    /// Runs a call; without a port (a reader on USB) libnfc alone decides how long it takes.
    func run<Value>(on lock: PortLock?, _ body: () -> Value) -> Value {
        guard let lock else { return body() }
        let deafness = Mutex<PortDeafness?>(nil)
        let queue = DispatchQueue(label: "patience")
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + limit.milliseconds / 1000)
        // The descriptor and not the lock: a timer lets go of what it holds some time after its end.
        timer.setEventHandler { [port = lock.descriptor] in
            deafness.withLock { $0 = PortDeafness(port) }
        }
        timer.resume()
        defer {
            timer.cancel()
            // What is under way must not reach into the next call.
            queue.sync {}
            deafness.withLock { $0?.end() }
        }
        return body()
    }
}
