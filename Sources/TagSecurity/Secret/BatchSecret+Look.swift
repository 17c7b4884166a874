extension BatchSecret {
    /// Whether a text has the look of recovery words, right or mistyped: nobody should see it.
    ///
    /// A name of a file has it only where it is nothing but 30 to 40 letters and digits, with hyphens and spaces at will.
    public static func looksLikeWords(_ text: String) -> Bool {
        var count = 0
        for character in text.unicodeScalars where character != "-" && !character.properties.isWhitespace {
            guard character.isASCII, character.properties.isAlphabetic || ("0"..."9").contains(character)
            else {
                return false
            }
            count += 1
        }
        return (30...40).contains(count)
    }
}
