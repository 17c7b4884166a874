/// What a page answers.
enum PageAnswer: Hashable, Sendable {
    /// A whole document.
    case page(status: Int, html: String)
    /// Somewhere else.
    case redirect(String)
}
