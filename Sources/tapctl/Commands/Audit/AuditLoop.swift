import DatabaseKit
import TagRegistry

/// The main loop of an audit. It prompts for tags, and reports the findings about each tag, until the audit
/// ends.
struct AuditLoop: Sendable {
    let auditor: TagAuditor
    let view: AuditProgressView
    let wait: TagWait
    /// The maximum number of tags to inspect; nil for no limit.
    let count: Int?

    /// Inspects tags until no more tags appear, the last seat has been checked, or ``count`` tags have been
    /// inspected.
    ///
    /// - Parameters:
    ///   - begun: The state of the audit so far.
    ///   - first: The seat at which the audit starts. If not nil, the tags are expected in the order of the
    ///     seats. If nil, the tags can be presented in any order.
    func run(_ begun: AuditWalk, from first: BatchRow?) async throws {
        var (walk, route) = (begun, AuditRoute(from: first))
        var taken = 0
        while true {
            view.announce(walk, at: route.next)
            guard
                let result = try await wait.next({ limit in
                    try await auditor.take(within: limit) { [route] in route.place(of: $0) }
                })
            else { return }
            switch result {
            case .notRead(let failure): try view.report(failure, walk)
            case .seen(let sighting):
                walk.see(sighting)
                try view.report(sighting, walk)
                taken += 1
                route.pass(sighting, in: walk)
            }
            if taken == count || route.isOver || wait.isLastOne { return }
            view.askToRemove()
            guard try await wait.isRemoved() else { return }
        }
    }
}
