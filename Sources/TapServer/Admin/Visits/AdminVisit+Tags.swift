import Giving
import ServerKit
import StaffAccess

extension AdminVisit {
    func tags() async throws -> PageAnswer {
        guard let seats else { throw ProblemPage.noAdminPage }
        return frame.page(BatchesPage(organization: organization, batches: try await seats.batches()))
    }

    func batch(_ name: String) async throws -> PageAnswer {
        let behind = fields["after"].flatMap { Int($0) }
        guard let seats, let list = try await seats.seats(in: name, behind: behind) else {
            throw ProblemPage.noAdminPage
        }
        return frame.page(
            SeatsPage(
                organization: organization, list: list,
                mayChange: frame.member?.role.permits(.changeTags) ?? false))
    }
}
