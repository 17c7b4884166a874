/// The open connections of a listener, and the queue of the connections that wait for a request.
///
/// If seven eighths of the limit are in use, each new connection replaces the connection that has waited
/// longest. A connection whose request is being processed is never replaced.
struct ConnectionTable {
    /// The state of an open connection.
    private enum State: Equatable {
        /// The connection's next request has not arrived completely. The connection with the lowest turn has
        /// waited longest.
        case waiting(turn: UInt64)
        /// A request on the connection is being processed.
        case answering
        /// The connection was chosen to be closed, to make room for other connections.
        case leaving
    }

    /// The number of open connections at which the table becomes crowded. While it is crowded, each new
    /// connection replaces a waiting one.
    let crowd: Int
    private var states: [UInt64: State] = [:]
    private var leaving = 0
    private var lastTurn: UInt64 = 0
    /// The queue of waiting connections, longest wait first. It also contains outdated entries of connections
    /// that no longer wait. Outdated entries are skipped.
    private var line: [(id: UInt64, turn: UInt64)] = []
    /// The index of the first entry in `line` that has not been processed yet.
    private var next = 0

    /// Creates an empty table.
    ///
    /// - Parameter limit: The maximum number of connections. It must be at least 2, because at least one
    ///   connection is always kept free for the next client.
    init(limit: Int) {
        precondition(limit > 1, "limit must be at least 2")
        crowd = limit - max(1, limit / 8)
    }

    /// The number of open connections, not counting those that were chosen to be closed.
    var count: Int { states.count - leaving }
    /// The number of entries in the queue, including outdated ones.
    var stored: Int { line.count }

    /// Adds a connection, which waits for its first request.
    ///
    /// - Returns: The id of the new connection, and the id of the connection that must be closed to make room
    ///   for it. The second id is nil if no connection has to be closed, or if no connection is waiting.
    mutating func open() -> (opened: UInt64, leaving: UInt64?) {
        let leaving = count >= crowd ? chooseLongestWaiting() : nil
        let id = lastTurn + 1
        states[id] = .answering
        lineUp(id)
        return (id, leaving)
    }

    /// Records that a connection has received the beginning of a request. The connection then counts as
    /// waiting for the rest of the request.
    mutating func begin(_ id: UInt64) { lineUp(id) }

    /// Marks a connection as waiting for its next request, because its response is complete.
    ///
    /// - Returns: The id of a connection to close so that there is room for others. This can be the same
    ///   connection. Nil if there is enough room.
    mutating func wait(_ id: UInt64) -> UInt64? {
        lineUp(id)
        return count > crowd ? chooseLongestWaiting() : nil
    }

    private mutating func lineUp(_ id: UInt64) {
        guard let state = states[id], state != .leaving else { return }
        lastTurn += 1
        states[id] = .waiting(turn: lastTurn)
        line.append((id, lastTurn))
        if line.count > 2 * states.count + 64 {
            line = line[next...].filter { states[$0.id] == .waiting(turn: $0.turn) }
            next = 0
        }
    }

    /// Records that a connection's request is being processed. If the connection was selected for closing but
    /// is still open, the selection is undone.
    mutating func answer(_ id: UInt64) {
        guard let state = states[id] else { return }
        if state == .leaving { leaving -= 1 }
        states[id] = .answering
    }

    /// Removes a connection that has been closed.
    mutating func close(_ id: UInt64) {
        if states.removeValue(forKey: id) == .leaving { leaving -= 1 }
    }

    /// Returns whether a connection was chosen to be closed, and has not received a request since then.
    func isLeaving(_ id: UInt64) -> Bool { states[id] == .leaving }

    /// Chooses the connection that has waited longest. Returns nil if no connection is waiting.
    mutating func chooseLongestWaiting() -> UInt64? {
        while next < line.count {
            let (id, turn) = line[next]
            next += 1
            guard states[id] == .waiting(turn: turn) else { continue }
            states[id] = .leaving
            leaving += 1
            return id
        }
        return nil
    }
}
