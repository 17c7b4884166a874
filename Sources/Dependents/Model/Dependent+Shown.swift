extension Dependent {
    /// The title of the payment, in exactly this form: `{serviceType} - {name}`.
    public var serviceTitle: String { "\(serviceType) - \(name)" }

    /// The title for a line of text. Each part is between U+2068 and U+2069, so that it does not affect the direction
    /// of the other.
    ///
    /// Source: Unicode Standard Annex 9, "Explicit Directional Isolates".
    public var isolatedTitle: String { "\(serviceType.isolated) - \(name.isolated)" }

    /// The initials that are shown instead of a picture: the first letters of the first two words of the name.
    public var initials: String {
        name.split(whereSeparator: \.isWhitespace).prefix(2).compactMap(\.first).map(String.init)
            .joined(separator: " ")
    }
}

extension String {
    /// The text between U+2068 and U+2069, which isolates its direction from the text around it.
    public var isolated: String { "\u{2068}\(self)\u{2069}" }

    /// The text for a log: at most 40 characters, with `?` for all but letters, digits, `_` and `-`, so that it cannot
    /// forge a log line.
    var plainForLog: String { String(unicodeScalars.prefix(40).map { $0.isPlain ? Character($0) : "?" }) }
}
