/// What is answered to a request.
public enum PageAnswer: Hashable, Sendable {
    /// A document in HTML.
    case page(status: Int, html: String)
    /// What another page shows, asked for with GET.
    case redirect(to: String)
    /// A file of another type.
    case file(status: Int, type: String, content: String)
    /// Nothing for this method; those that there are.
    case notAllowed(methods: String)
}
