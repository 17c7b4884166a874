import Giving
import ServerKit
import StaffAccess
import TimeKit

/// What a request for a live view comes with, beside its fields.
struct LiveAccess: Sendable {
    let desk: LiveDesk
    /// Which sign-in it is of.
    let session: String
    /// Behind which event a browser goes on that has come again.
    let lastEventID: String?
    /// Whether that sign-in still opens this organization's gifts.
    let isAdmitted: @Sendable () async -> Bool
}

extension AdminVisit {
    func livePage() async throws -> PageAnswer {
        let log = try await live.desk.look(at: organization.id, through: liveSource)
        guard let snapshot = log.snapshot else { throw ProblemPage.noAdminPage }
        var frame = frame
        (frame.head, frame.script) = (LivePage.head, LiveScript.path)
        return frame.page(
            LivePage(
                view: liveView, snapshot: snapshot, cursor: log.cursor, now: books.now,
                maySeeSeats: maySeeSeats))
    }

    func liveEvents() async throws -> PageAnswer {
        // A browser that comes again says where it was; the address says only where the page was.
        let known = (live.lastEventID ?? fields["after"]).flatMap { LiveCursor($0) }
        return .events(
            try await live.desk.events(
                of: organization.id, through: liveSource, reader: LiveReader(view: liveView, behind: known),
                session: live.session, isAdmitted: live.isAdmitted))
    }

    private var maySeeSeats: Bool { frame.member?.role.permits(.seeTags) == true }

    private var liveView: LiveView {
        LiveView(organization: organization, showsSeats: maySeeSeats && fields.isTicked("seats"))
    }

    private var liveSource: LiveSource {
        let (books, seats, version) = (books, seats, live.desk.settings.version)
        let calendar = organization.calendar
        return LiveSource(
            key: { LiveSource.Key(version: try await version(), today: calendar.date(of: books.now)) },
            read: {
                let today = calendar.date(of: books.now)
                let found = try await books.read { try $0.live(on: today) }
                let places = try await seats?.places(ofTaps: found.tapIDs) ?? [:]
                return try found.snapshot(of: books.organization, seats: places)
            })
    }
}
