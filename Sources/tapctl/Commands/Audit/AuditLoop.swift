import DatabaseKit
import TagKit
import TagRegistry
import TagSimulator

/// The loop of a walk: "hold the next tag to the reader", and what was found, again and again.
struct AuditLoop: Sendable {
    let station: AuditStation<DatabaseFile>
    let board: AuditBoard
    /// The virtual reader, whose tags come to an end.
    let virtual: VirtualReader?
    /// How long to wait for a tag; nil for ever.
    let limit: Duration?
    /// How many tags are taken; nil for any number.
    let count: Int?

    /// Takes tags until no other comes.
    ///
    /// - Parameter first: The seat at which the person stands; from there they go on in order. nil for any order.
    func run(_ begun: AuditWalk, from first: BatchRow?) async throws {
        var (walk, route) = (begun, AuditRoute(from: first))
        var taken = 0
        while true {
            board.announce(walk, at: route.next)
            guard let result = try await next(on: route) else { return }
            switch result {
            case .notRead(let failure): try board.tell(failure, walk)
            case .seen(let sighting):
                walk.see(sighting)
                try board.tell(sighting, walk)
                taken += 1
                route.pass(sighting, in: walk)
            }
            if taken == count || route.isOver || isLastOne { return }
            board.askToRemove()
            guard try await isRemoved() else { return }
        }
    }

    /// Whether no other tag can come: the last one of a virtual folder stays on the reader.
    private var isLastOne: Bool { virtual.map { !$0.field.awaitsVisit } ?? false }

    /// What came of the next tag; nil when none came in time.
    private func next(on route: AuditRoute) async throws -> AuditStation<DatabaseFile>.Result? {
        while true {
            do {
                let wait = limit ?? (virtual == nil ? .seconds(3_600) : .seconds(1))
                return try await station.take(within: wait) { route.place(of: $0) }
            } catch let error as TagError where error.code == .noTag {
                if limit != nil || isLastOne { return nil }
            }
        }
    }

    /// Waits until the tag is taken away; false when it was not in time.
    private func isRemoved() async throws -> Bool {
        while true {
            do throws(TagError) {
                try await station.reader.waitForRemoval(within: limit ?? .seconds(3_600))
                return true
            } catch {
                if error.code == .tagLost { return true }
                guard error.code == .stillPresent else { throw error }
                if limit != nil { return false }
            }
        }
    }
}
