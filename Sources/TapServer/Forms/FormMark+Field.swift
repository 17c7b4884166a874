import TokenKit

extension FormMark {
    /// The name of the field in a donor's forms.
    static let name = "guard"

    /// As a field that nobody sees.
    var field: HTML { .hidden(Self.name, text) }
}
