/// The pages of a product beside giving, below a path of its own.
public protocol ProductPages: Sendable {
    /// The answer to a request; whatever is wrong is a page that says so.
    func answer(_ request: PageRequest) async -> PageAnswer
}
