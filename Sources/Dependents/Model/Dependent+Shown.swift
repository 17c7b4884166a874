import DisplayKit

extension Dependent {
    /// The title of the payment, in exactly this format: `{serviceType} - {name}`.
    public var serviceTitle: String { "\(serviceType) - \(name)" }

    /// The title for use within a line of text. The service and the name are each enclosed in U+2068 and
    /// U+2069, so that neither affects the text direction of the other.
    ///
    /// Source: Unicode Standard Annex 9, "Explicit Directional Isolates".
    public var isolatedTitle: String { "\(serviceType.isolated) - \(name.isolated)" }

    /// The initials that are shown instead of a picture: the first letters of the first two words of the
    /// name.
    public var initials: String {
        name.split(whereSeparator: \.isWhitespace).prefix(2).compactMap(\.first).map(String.init)
            .joined(separator: " ")
    }
}

extension String {
    /// The text for display within a line, enclosed in U+2068 and U+2069 so that its direction does not
    /// affect the surrounding text. Characters that cannot be displayed, which earlier versions accepted, are
    /// replaced.
    public var isolated: String { DisplayText.isolated(self) }

    /// The text in a format that is safe for logs: at most 40 characters, with `?` for each character other
    /// than a letter, a digit, `_` or `-`. The result cannot forge a log line.
    var plainForLog: String { String(unicodeScalars.prefix(40).map { $0.isPlain ? Character($0) : "?" }) }
}
