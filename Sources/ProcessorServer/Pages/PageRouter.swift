import HTMLKit
import Processor
import ProcessorSimulator
import ServerKit

/// A request for a page, with the values of the path's placeholders, and the fields of the query and the
/// form.
struct PageCall {
    let processor: SimulatedProcessor
    var names: [String: String]
    var query: FormFields
    var form: FormFields

    /// Returns the value of a placeholder in the path.
    func path(_ name: String) -> String { names[name] ?? "" }

    /// Returns the option that was selected in a field of the form.
    func option<Option: RawRepresentable<String>>(_ field: String) throws -> Option {
        guard let option = form[field].flatMap(Option.init) else {
            throw ProcessorError(
                .invalidRequest, status: 400, message: "No option was selected. Go back and select one.")
        }
        return option
    }

    /// Tries to pay. Returns a refusal that the customer can act on, and throws any other error.
    func paid(_ body: () async throws(ProcessorError) -> PagePayment) async throws -> PagePayment {
        do {
            return try await body()
        } catch {
            // Missing pages and server errors have their own error page. Other errors are shown above the form.
            if error.status >= 500 || error.status == 404 { throw error }
            return .declined(error.message)
        }
    }
}

/// The route of a page or of a form on a page, such as `POST /pages/checkout/{session}`.
struct PageRoute {
    var method: String
    var pattern: String
    var answer: Answer

    typealias Answer = @Sendable (PageCall) async throws -> ProcessorPageResponse

    static func get(_ pattern: String, _ answer: @escaping Answer) -> PageRoute {
        PageRoute(method: "GET", pattern: pattern, answer: answer)
    }

    static func post(_ pattern: String, _ answer: @escaping Answer) -> PageRoute {
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
struct PageRouter {
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
            return refusal(400, "The form could not be read. Go back, reload the page and try again.")
        }
        for route in Self.routes {
            guard let names = route.match(method, path) else { continue }
            do {
                return try await route.answer(
                    PageCall(processor: processor, names: names, query: query, form: form))
            } catch let error as ProcessorError {
                return ProcessorPageLayout.refusal(error)
            } catch {
                return refusal(500, "The page could not be shown because of an unexpected error. Try again.")
            }
        }
        return refusal(404, "Page not found.")
    }

    private func refusal(_ status: Int, _ message: String) -> ProcessorPageResponse {
        ProcessorPageLayout.refusal(
            ProcessorError(status >= 500 ? .api : .invalidRequest, status: status, message: message))
    }
}

/// The response to a request for a page.
enum ProcessorPageResponse: Hashable {
    /// A complete HTML document with its HTTP status.
    case page(status: Int, HTMLDocument)
    /// A redirect to another URL.
    case redirect(String)
    /// A PDF document with its suggested file name.
    case pdf([UInt8], name: String)
}
