import DatabaseKit
import Giving
import PaymentCore

extension TapController {
    /// Returns the response to a health check. The server is healthy if it can read its data.
    func health() async throws -> PageResponse {
        let type = "text/plain; charset=utf-8"
        do {
            _ = try await giving.database.read { try $0.organizations(after: nil, limit: 1) }
            return .file(status: 200, type: type, content: "ok\n")
        } catch {
            failed(error)
            return .file(status: 503, type: type, content: "the data cannot be read\n")
        }
    }

    func front() async throws -> PageResponse {
        let all = try await giving.database.read { try $0.organizations(after: nil, limit: 50) }
        return page(FrontPage(organizations: all.filter { $0.status == .active && $0.account != nil }))
    }

    /// Returns the file that allows an app to open this host's links. The file is sent with the required
    /// media type and without a redirect. If the file is not configured, returns an error page.
    ///
    /// Source: Apple, "Supporting associated domains"; Google, "Verify Android App Links".
    func association(_ name: String) -> PageResponse {
        let content: String? =
            switch name {
            case "apple-app-site-association": settings.appleAssociation
            case "assetlinks.json": settings.assetLinks
            default: nil
            }
        guard let content else {
            return page(
                ProblemPage(
                    404, "File not found", "this host does not have this file",
                    remedy: "To associate the host with an app, see `tapctl serve --help`."))
        }
        return .file(status: 200, type: "application/json", content: content)
    }
}
