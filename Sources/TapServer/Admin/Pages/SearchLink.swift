import Foundation
import HTMLKit

/// A link from a page of search results to another page of the same search.
///
/// If the search contains text, the link is a form that submits with POST. The text can be a donor's name or
/// address, which must not be readable in a URL, because browsers and servers store URLs in histories and
/// logs. The response redirects to an address with the encrypted text (``SealedSearch``).
struct SearchLink {
    /// The name of the field for the search text. The field is accepted only in submitted forms.
    static let text = "q"

    let address: String
    /// The conditions and the cursor of the search, as form fields.
    let fields: [(name: String, value: String)]
    /// The hidden field with the CSRF token.
    let formToken: HTML

    /// Creates a link.
    ///
    /// - Parameters:
    ///   - address: The path of the results.
    ///   - fields: The values of the fields, in their order in the URL. Fields with the value nil are
    ///     omitted.
    ///   - formToken: The hidden field with the CSRF token.
    init(to address: String, _ fields: [(name: String, value: String?)], formToken: HTML) {
        self.address = address
        self.fields = fields.compactMap { name, value in value.map { (name, $0) } }
        self.formToken = formToken
    }

    /// The kind of document that a link opens.
    enum Kind {
        case firstPage, nextPage, sheet

        fileprivate var attributes: HTML {
            switch self {
            case .firstPage: ""
            case .nextPage: " rel=\"next\""
            case .sheet: " download"
            }
        }
    }

    /// Returns the link as an `a` element or, if the search contains text, as a form.
    ///
    /// - Parameters:
    ///   - kind: The kind of document that the link opens.
    ///   - words: The label.
    func html(_ kind: Kind, _ words: HTML) -> HTML {
        guard fields.contains(where: { $0.name == Self.text }) else {
            return "<a href=\"\(address)\(Self.query(fields))\"\(kind.attributes)>\(words)</a>"
        }
        let hidden = fields.map { HTML.hidden($0.name, $0.value) }
        return """
            <form method="post" action="\(address)">\([formToken] + hidden)
            <button class="small second">\(words)</button></form>
            """
    }

    /// Returns fields as a URL query, including the question mark; empty if there are no fields.
    static func query(_ fields: [(name: String, value: String)]) -> String {
        let pairs = fields.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
        }
        return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    }
}
