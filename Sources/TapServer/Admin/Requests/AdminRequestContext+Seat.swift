import Giving
import ServerKit
import StaffAccess
import TagRegistry

extension AdminRequestContext {
    /// Returns the page with the forms that change a seat's managed tag.
    func askSeat(_ row: Int, of batch: String) async throws -> PageResponse {
        try await seatPage(TagPlace(batch: batch, row: row), complaint: nil)
    }

    /// Changes the fund of a seat's managed tag, or deactivates the tag permanently. If two requests
    /// conflict, the later one takes effect. If the seat has a different tag than when the form was opened,
    /// nothing is changed.
    func changeSeat(_ row: Int, of batch: String) async throws -> PageResponse {
        let place = TagPlace(batch: batch, row: row)
        let seat = try await managedSeat(at: place)
        guard let seats, let tag = fields["tag"], let action = SeatPage.Action(fields)
        else {
            throw ProblemPage.staleForm
        }
        do {
            let change: TagChange
            switch action {
            case .aim: change = .aim(try await aim(of: seat))
            case .withdraw:
                guard fields.isTicked("sure") else {
                    return try await seatPage(
                        place, complaint: "To withdraw the tag permanently, check the box.")
                }
                change = .withdraw
            }
            guard try await seats.change(tag, at: place, change) != nil else {
                return try await seatPage(
                    place, complaint: "This seat has a different tag now. Nothing was changed.")
            }
        } catch let error as RegistryError {
            return try await seatPage(place, complaint: refusal(error))
        } catch let error as BatchRefusal {
            return try await seatPage(place, complaint: refusal(error, StaffSentence.of(error)))
        }
        return .redirect(to: address(.seat(batch: seat.row.batch, row: row)))
    }

    /// Returns the destination for the chosen fund. If the tag offers a monthly gift first, the new
    /// destination does too.
    private func aim(of seat: Seat) async throws -> ManagedDestination.Aim {
        guard let fund = fields.typed("fund"), let entry = try await books.directoryEntry() else {
            throw ProblemPage.staleForm
        }
        let typed = BatchJob.Row(
            seat: "", org: organization.id, fund: fund, recurring: seat.row.recurring ? true : nil)
        let directory = BatchDirectory([organization.id: entry], isEmpty: false)
        return try ManagedDestination.Aim.checked(typed, in: directory, hosts: hosts, since: books.now).aim
    }

    /// Returns a seat of this organization. Throws an error if the seat does not exist, or if its tag is not
    /// managed.
    private func managedSeat(at place: TagPlace) async throws -> Seat {
        guard let seat = try await seats?.seat(at: place), seat.managed != nil else {
            throw ProblemPage.noAdminPage
        }
        return seat
    }

    private func seatPage(_ place: TagPlace, complaint: String?) async throws -> PageResponse {
        let seat = try await managedSeat(at: place)
        guard let managed = seat.managed else { throw ProblemPage.noAdminPage }
        return frame.page(
            SeatPage(
                organization: organization, row: seat.row, managed: managed,
                funds: try await books.read { try $0.funds() }, formToken: frame.token, complaint: complaint))
    }
}

extension StaffSentence {
    /// Returns one sentence for each reason that a destination was refused, joined into a single string.
    static func of(_ error: BatchRefusal) -> String {
        error.problems.map(\.words.capital).joined(separator: ". ")
    }
}

extension AdminRequestContext {
    func tags() async throws -> PageResponse {
        guard let seats else { throw ProblemPage.noAdminPage }
        return frame.page(BatchesPage(organization: organization, batches: try await seats.batches()))
    }

    func batch(_ name: String) async throws -> PageResponse {
        let cursor = try fields.cursor { Int($0) }
        guard let seats, let list = try await seats.seats(in: name, after: cursor) else {
            throw ProblemPage.noAdminPage
        }
        return frame.page(
            SeatsPage(
                organization: organization, list: list,
                mayChange: frame.permits(.changeTags)))
    }
}
