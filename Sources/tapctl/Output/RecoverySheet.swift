import Documents
import HTMLKit

/// A printable sheet with a secret's recovery words. The HTML page also contains the words as a QR code.
struct RecoverySheet {
    let words: String
    /// The file name of the secret. It distinguishes the sheets of several secrets.
    let name: String

    private static let what = """
        Anyone who has these words can rewrite the protected tags. Without the words, the tags can never be \
        rewritten: keep this paper with the church's keys.
        """
    private static let how = """
        The words are seven groups of five characters: digits and capital letters, but never I, L, O or U. The last \
        character of each group detects typing errors. tapctl secret restore FILE restores the secret's file from \
        these words.
        """

    /// The sheet as plain text.
    var text: String {
        """
        RECOVERY SHEET  \(printable(name))

            \(words)

        Anyone who has these words can rewrite the protected tags. Without the words,
        the tags can never be rewritten: keep this paper with the church's keys.

        The words are seven groups of five characters: digits and capital letters, but
        never I, L, O or U. The last character of each group detects typing errors.
        `tapctl secret restore FILE` restores the secret's file from these words.

        """
    }

    /// Returns the sheet as a self-contained HTML page, which uses no script, no other file and no network.
    func html() throws -> String {
        let body: HTML = """
            <h1>Recovery sheet</h1>
            <p>\(HTML.name(printable(name)))</p>
            <p><code>\(words)</code></p>
            \(HTML(markup: try QRCode(words).svg))
            <p>\(Self.what)</p>
            <p>\(Self.how)</p>
            """
        return HTMLDocument(title: "Recovery sheet", style: Self.style, body: body).text
    }

    private static let style = StyleSheet(
        """

        body { font-family: system-ui, sans-serif; margin: 2cm; max-width: 16cm; }
        code { font-size: 15pt; font-weight: bold; }
        svg { width: 5cm; height: 5cm; }

        """)
}
