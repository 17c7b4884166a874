public import HTMLKit
public import ServerKit

/// What is answered to a request.
public enum PageAnswer: Hashable, Sendable {
    /// A document in HTML.
    case page(status: Int, HTMLDocument)
    /// What another page shows, asked for with GET.
    case redirect(to: String)
    /// A file of another type.
    case file(status: Int, type: String, content: String)
    /// A file that the browser keeps under this name.
    case download(name: String, type: String, content: String)
    /// A stream of events, for as long as it is open.
    case events(LiveEvents)
    /// Another answer, with something for the browser to keep.
    indirect case setting(SetCookie, PageAnswer)
    /// Nothing for this method; those that there are.
    case notAllowed(methods: String)
}
