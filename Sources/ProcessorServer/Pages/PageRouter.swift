import HTMLKit
import Processor
import ProcessorSimulator
import ServerKit

/// A request for a page, with the values of the path's placeholders, and the fields of the query and the
/// form.
struct PageCall: Sendable {
    let processor: SimulatedProcessor
    var names: [String: String]
    var query: FormFields
    var form: FormFields

    /// Returns the value of a placeholder in the path.
    func path(_ name: String) -> String { names[name] ?? "" }
}

/// The route of a page or of a form on a page, such as `POST /pages/checkout/{session}`.
struct PageRoute: Sendable {
    var method: String
    var pattern: String
    var answer: @Sendable (PageCall) async throws -> ProcessorPageResponse

    static func get(
        _ pattern: String, _ answer: @escaping @Sendable (PageCall) async throws -> ProcessorPageResponse
    )
        -> PageRoute
    {
        PageRoute(method: "GET", pattern: pattern, answer: answer)
    }

    static func post(
        _ pattern: String, _ answer: @escaping @Sendable (PageCall) async throws -> ProcessorPageResponse
    )
        -> PageRoute
    {
        PageRoute(method: "POST", pattern: pattern, answer: answer)
    }

    /// Returns the values of the path's placeholders. Returns nil if the method or the path does not match.
    func match(_ method: String, _ path: String) -> [String: String]? {
        let words = pattern.split(separator: "/", omittingEmptySubsequences: false)
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard method == self.method, words.count == parts.count else { return nil }
        var names: [String: String] = [:]
        for (word, part) in zip(words, parts) where word != part {
            guard word.first == "{", !part.isEmpty else { return nil }
            names[String(word.dropFirst().dropLast())] = String(part)
        }
        return names
    }
}

/// A router for requests to the processor's web pages.
struct PageRouter: Sendable {
    let processor: SimulatedProcessor

    /// The routes of all pages.
    static let routes: [PageRoute] =
        ChallengePages.routes + OnboardingPages.routes + ExpressPages.routes + CheckoutPage.routes
        + PortalPage.routes + PaymentLinkPage.routes + InvoicePage.routes

    /// Returns the response to a request for a page. If the request fails, the response is an error page.
    func answer(_ method: String, _ path: String, query: String, body: [UInt8]) async -> ProcessorPageResponse
    {
        guard let query = FormFields(query), let form = FormFields(String(decoding: body, as: UTF8.self))
        else {
            return ProcessorPageLayout.refusal(
                ProcessorError(
                    .invalidRequest, status: 400,
                    message: "The form could not be read. Go back, reload the page and try again."))
        }
        for route in Self.routes {
            guard let names = route.match(method, path) else { continue }
            let request = PageCall(
                processor: processor, names: names, query: query, form: form)
            do {
                return try await route.answer(request)
            } catch let error as ProcessorError {
                return ProcessorPageLayout.refusal(error)
            } catch {
                return ProcessorPageLayout.refusal(
                    ProcessorError(
                        .api, status: 500,
                        message: "The page could not be shown because of an unexpected error. Try again."))
            }
        }
        return ProcessorPageLayout.refusal(
            ProcessorError(.invalidRequest, status: 404, message: "Page not found."))
    }
}

/// The response to a request for a page.
enum ProcessorPageResponse: Hashable, Sendable {
    /// A complete HTML document with its HTTP status.
    case page(status: Int, HTMLDocument)
    /// A redirect to another URL.
    case redirect(String)
    /// A PDF document with its suggested file name.
    case pdf([UInt8], name: String)
}
