/// What a letter in the outbox is, by the name of its file.
enum LetterKind: CaseIterable {
    /// A link by which a donor signs in: `link_….eml`.
    case link
    /// A receipt, or what else a program has put there.
    case other

    /// The kind of a file.
    init(file name: String) { self = name.hasPrefix("link_") ? .link : .other }

    var pauses: DeliveryPauses {
        switch self {
        case .link: .link
        case .other: .standard
        }
    }
}
