import HTMLKit
import MoneyKit
import ServerKit

@testable import TapServer

/// The page of a ticket, on which it is paid.
struct RaffleSite: ProductPages {
    static let ticket: RoutePath = "/-/raffle/{ticket}"

    static let routes = RouteTable<RaffleSite>(
        "raffle",
        [
            PageRoute(
                ticket, limit: .gift,
                get: { site, request in try await site.show(request.segment("ticket")) },
                post: { site, request in try await site.pay(request.segment("ticket"), request) })
        ])

    let service: RaffleService
    let settings: SiteSettings

    var places: [RoutePlace] { Self.routes.places }

    func answer(_ request: PageRequest) async -> PageResponse {
        do {
            return try await Self.routes.answer(request, on: self)
        } catch {
            return page("There is no such ticket", "<h1>There is no such ticket</h1>", status: 404)
        }
    }

    private func show(_ id: String) async throws -> PageResponse {
        let ticket = try await service.ticket(id)
        return page(
            "Your ticket",
            """
            <h1>A ticket for \(ticket.holder)</h1>
            <p role="status">\(ticket.price.plainText): \(ticket.status.rawValue)</p>
            """)
    }

    private func pay(_ id: String, _ request: PageRequest) async throws -> PageResponse {
        let method = FormFields(request.form)?["method"] ?? "pm_card_visa"
        _ = try await service.pay(id, by: method)
        return .redirect(to: Self.ticket(id))
    }

    private func page(_ title: String, _ body: HTML, status: Int = 200) -> PageResponse {
        let frame = PageFrame(isPublicSimulation: settings.isPublicSimulation)
        return .page(status: status, frame.page(title, body))
    }
}
