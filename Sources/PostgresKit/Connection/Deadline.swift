import Glibc

/// The time at which a wait ends.
struct Deadline: Hashable, Sendable {
    private let instant: ContinuousClock.Instant

    /// Creates a deadline that is reached after the given duration.
    init(after duration: Duration) { instant = ContinuousClock.now + duration }

    var isOver: Bool { remaining <= .zero }

    /// The time until the deadline; negative once the deadline has passed.
    var remaining: Duration { instant - ContinuousClock.now }

    func earlier(_ other: Deadline) -> Deadline { instant <= other.instant ? self : other }

    /// Waits until a socket is ready or has failed, or until the deadline has passed.
    ///
    /// - Returns: Whether the socket is ready or has failed.
    func wait(for socket: Int32, _ events: Int32) -> Bool {
        while !isOver {
            var place = pollfd(fd: socket, events: Int16(truncatingIfNeeded: events), revents: 0)
            let count = poll(&place, 1, Int32(clamping: remaining.wholeMilliseconds))
            if count > 0 { return true }
            if count < 0, errno != EINTR, errno != EAGAIN { return true }
        }
        return false
    }

    /// Waits for a duration, but not past the deadline.
    func pause(_ duration: Duration) {
        let milliseconds = min(duration, remaining).wholeMilliseconds
        guard duration > .zero, !isOver else { return }
        poll(nil, 0, Int32(clamping: milliseconds))
    }
}
