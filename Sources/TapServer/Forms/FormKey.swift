import HTMLKit
import TokenKit

/// What makes a form one gift: made with the page, sent with it, and then the address of the gift's own page.
///
/// A double click, the back button, a reload and an answer that was lost all come with the same key. Who knows it may
/// see the gift.
typealias FormKey = SecretToken<LetterToken128>

extension FormKey {
    /// The key of what begins anew where this one's gift was declined: always the same.
    var next: FormKey { following("again") }

    /// The key as the service knows it: no other program's can be the same.
    var requestKey: String { "page:\(text)" }

    /// The gift's own page.
    var path: String { "/-/give/\(text)" }
}

extension FormMark {
    /// The name of the field in a donor's forms.
    static let name = "guard"

    /// The hidden form field.
    var field: HTML { .hidden(Self.name, text) }
}
