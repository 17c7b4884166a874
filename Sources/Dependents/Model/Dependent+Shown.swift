extension Dependent {
    /// What is paid: `{serviceType} - {name}`, exactly so.
    public var serviceTitle: String { "\(serviceType) - \(name)" }

    /// The same for a line of text: each part between U+2068 and U+2069, so that neither turns the other around.
    ///
    /// Source: Unicode Standard Annex 9, "Explicit Directional Isolates".
    public var isolatedTitle: String { "\(serviceType.isolated) - \(name.isolated)" }

    /// What stands in place of a picture: the first letters of the first two words of the name.
    public var initials: String {
        name.split(whereSeparator: \.isWhitespace).prefix(2).compactMap(\.first).map(String.init)
            .joined(separator: " ")
    }
}

extension String {
    /// The text between U+2068 and U+2069: its direction is its own and moves nothing around it.
    public var isolated: String { "\u{2068}\(self)\u{2069}" }

    /// What came from outside, cut and made plain: it can forge no line of a log.
    var plainForLog: String { String(unicodeScalars.prefix(40).map { $0.isPlain ? Character($0) : "?" }) }
}
