import DigestKit
import Foundation
import HTMLKit
import Testing

/// HTML, style sheets and whole documents.
@Suite struct HTMLDocumentTests {
    private static let style = StyleSheet("a > b { content: \"x\" }")

    @Test("escapes text, but not pieces and literals")
    func escapes() {
        let text = "<b>&\"'"
        let html: HTML = "<p>\(text)</p>\(HTML.name("<i>"))\(HTML(markup: "<svg/>"))\(7)"
        #expect(html.text == "<p>&lt;b&gt;&amp;&quot;&#39;</p><bdi>&lt;i&gt;</bdi><svg/>7")
    }

    @Test("leaves out empty pieces in lines, and keeps them when joining")
    func pieces() {
        let pieces: [HTML] = ["a", "", "b"]
        #expect(HTML.lines(pieces).text == "a\nb" && pieces.joined(separator: "-").text == "a--b")
        let html: HTML = "<ul>\(pieces)</ul>"
        #expect(html.text == "<ul>a\nb</ul>")
    }

    @Test("keeps the origin of the first image through interpolation")
    func images() {
        let image = HTML(markup: "<img>").withImage(from: "https://example.org")
        let html: HTML = "<p>\([HTML.empty, "a" + image])</p>"
        #expect(html.imageOrigin == "https://example.org")
        #expect(html.withImage(from: "https://example.com").imageOrigin == "https://example.org")
        let other: HTML = "<p>text</p>"
        #expect(other.imageOrigin == nil)
    }

    @Test("keeps the first added style through interpolation, and puts it after the document's own")
    func addedStyle() {
        let (first, second) = (StyleSheet("a{}"), StyleSheet("b{}"))
        let colored = HTML(markup: "<p>").withStyle(first)
        let html: HTML = "<p>\([HTML.empty, "a" + colored])\(HTML(markup: "<i>").withStyle(second))</p>"
        #expect(html.addedStyle == first && colored.withStyle(second).addedStyle == first)
        #expect(colored.withStyle(nil).addedStyle == first)
        let text = HTMLDocument(title: "T", style: Self.style, body: html).text
        #expect(text.contains("</style>\n<style>a{}</style>\n</head>\n<body>"))
        #expect(!HTMLDocument(title: "T", style: Self.style, body: "<p>").text.contains("a{}"))
    }

    @Test("uses the SHA-256 of a style sheet's text as its source")
    func source() {
        let digest = Data(SHA256.hash(Self.style.text.utf8)).base64EncodedString()
        #expect(Self.style.source == "'sha256-\(digest)'")
    }

    @Test("renders a document with its language, head and style")
    func document() {
        let text = "&"
        var document = HTMLDocument(
            title: "<T>", head: [.empty, "<meta name=\"a\">"], style: Self.style,
            body: "<main>\(text)</main>")
        let whole = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>&lt;T&gt;</title>
            <meta name="a">
            <style>a > b { content: "x" }</style>
            </head>
            <body>
            <main>&amp;</main>
            </body>
            </html>

            """
        #expect(document.text == whole)
        (document.language, document.isRightToLeft, document.script) = ("ar", true, "/x.js")
        #expect(document.text.contains("<html dir=\"rtl\" lang=\"ar\">"))
        let head = "</title>\n<script src=\"/x.js\" defer></script>\n<meta name=\"a\">\n<style>"
        #expect(document.text.contains(head))
    }
}
