import Synchronization

/// The limits on simultaneous streams of one kind, such as exports.
///
/// Each limit is higher than the one before: session, member, organization, server. Neither a member with
/// many sessions nor a single organization can therefore use all of the server's streams (OWASP ASVS 5.0,
/// 15.2.2).
public struct StreamLimits: Hashable, Sendable {
    /// The maximum number of streams per session. It should be less than six, because a browser opens at most
    /// six connections to a server, shared by all of its tabs.
    public var ofSession: Int
    /// The maximum number of streams per member, across all of the member's sessions.
    public var ofMember: Int
    /// The maximum number of streams per organization.
    public var ofOrganization: Int
    /// The maximum number of streams for the whole server.
    public var ofServer: Int

    public init(ofSession: Int, ofMember: Int, ofOrganization: Int, ofServer: Int) {
        self.ofSession = ofSession
        self.ofMember = ofMember
        self.ofOrganization = ofOrganization
        self.ofServer = ofServer
    }

    /// The limits for live views, which stay open all day.
    public static let live = StreamLimits(ofSession: 4, ofMember: 8, ofOrganization: 16, ofServer: 64)
    /// The limits for exports.
    public static let exports = StreamLimits(ofSession: 2, ofMember: 3, ofOrganization: 6, ofServer: 24)
}

/// The session, member and organization whose limits apply to a stream.
struct StreamOwner: Hashable {
    let session: String
    let member: String
    let organization: String
}

/// The open streams of one kind, such as exports. A new stream is refused if one of the limits is reached.
final class StreamQuota: Sendable {
    private enum Holder: Hashable {
        case session(String), member(String), organization(String), server
    }

    /// The number of seconds that a refused client is asked to wait before another attempt.
    static let secondsToWait: Int64 = 10

    private let plural: String
    private let limits: StreamLimits
    private let counts = Mutex<[Holder: Int]>([:])

    /// Creates a quota without open streams.
    ///
    /// - Parameter plural: The plural name of the streams in error messages, such as `exports`.
    init(of plural: String, _ limits: StreamLimits) {
        self.plural = plural
        self.limits = limits
    }

    /// The number of streams that are open on the whole server.
    var open: Int { counts.withLock { $0[.server] ?? 0 } }

    /// Returns whether an organization has an open stream.
    func isInUse(by organization: String) -> Bool {
        counts.withLock { $0[.organization(organization)] != nil }
    }

    /// Opens a stream, unless one of the limits is reached.
    ///
    /// - Returns: The stream's slot. The caller must hold a reference to it while the stream is open.
    /// - Throws: ``ProblemPage`` with the time to wait if too many streams are open.
    func enter(_ owner: StreamOwner) throws(ProblemPage) -> StreamSlot {
        let holders: [(holder: Holder, limit: Int, place: String, status: Int)] = [
            (.session(owner.session), limits.ofSession, "in this session", 429),
            (.member(owner.member), limits.ofMember, "in all your sessions together", 429),
            (.organization(owner.organization), limits.ofOrganization, "in this organization", 429),
            (.server, limits.ofServer, "on this server", 503),
        ]
        let full = counts.withLock { counts in
            let full = holders.first { counts[$0.holder, default: 0] >= $0.limit }
            if full == nil { for one in holders { counts[one.holder, default: 0] += 1 } }
            return full
        }
        guard let full else { return StreamSlot { [self] in leave(holders.map(\.holder)) } }
        var page = ProblemPage(
            full.status, "Too many \(plural) are open", "\(full.limit) are open \(full.place)",
            remedy: "Close one of the \(plural) or wait until one ends, and try again.")
        page.secondsToWait = Self.secondsToWait
        throw page
    }

    private func leave(_ holders: [Holder]) {
        counts.withLock { counts in
            for holder in holders {
                let left = counts[holder, default: 0] - 1
                counts[holder] = left > 0 ? left : nil
            }
        }
    }
}

/// The slot of an open stream, which counts toward the limits. It is freed by ``release()``, or when the last
/// reference to it is gone.
final class StreamSlot: Sendable {
    private let freed: Mutex<(@Sendable () -> Void)?>

    fileprivate init(_ freed: @escaping @Sendable () -> Void) { self.freed = Mutex(freed) }

    deinit { release() }

    /// Frees the slot. Does nothing if it is already free.
    func release() {
        let freed = freed.withLock { freed in
            defer { freed = nil }
            return freed
        }
        freed?()
    }
}
