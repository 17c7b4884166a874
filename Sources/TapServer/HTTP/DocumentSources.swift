import Foundation

/// What a document brings along or loads, so that a browser can be told to take nothing else.
///
/// What a person wrote is escaped, so that `<` in a document is always ours. It is searched by octets: a search by
/// characters was a third of the time that a page takes.
struct DocumentSources {
    /// The first style sheet, in UTF-8.
    var styleSheet: ArraySlice<UInt8>?
    /// The head names a script, which is a file of ours.
    var loadsScript: Bool
    /// Where the organization's logo is loaded from: `https://example.org`.
    var logoOrigin: String?

    init(_ html: String) {
        let octets = Array(html.utf8)[...]
        let end = octets.place(of: "</head>")?.lowerBound ?? octets.startIndex
        let (head, body) = (octets[..<end], octets[end...])
        styleSheet = head.part(from: "<style>", to: "</style>")
        loadsScript = head.place(of: "<script src=\"/") != nil
        logoOrigin = body.part(from: Logo.beginning, to: "\"").flatMap { Self.origin(of: $0) }
    }

    /// The scheme, host and port; nil for a host with octets that would end the name of a source.
    private static func origin(of url: ArraySlice<UInt8>) -> String? {
        let parts = url.split(separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count > 2, parts[0].elementsEqual("https:".utf8), parts[1].isEmpty,
            parts[2].allSatisfy({ isOfHost($0) })
        else { return nil }
        return "https://" + String(decoding: parts[2], as: UTF8.self)
    }

    private static func isOfHost(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"):
            true
        default: false
        }
    }
}

extension ArraySlice<UInt8> {
    /// What stands behind the first of these words, up to the next of the others.
    fileprivate func part(from opening: StaticString, to closing: StaticString) -> ArraySlice<UInt8>? {
        guard let start = place(of: opening)?.upperBound,
            let end = self[start...].place(of: closing)?.lowerBound
        else { return nil }
        return self[start..<end]
    }

    /// The first place where these words of ASCII stand.
    fileprivate func place(of words: StaticString) -> Range<Int>? {
        let length = words.utf8CodeUnitCount
        let found = withUnsafeBytes { octets -> Int? in
            guard let base = octets.baseAddress, length > 0 else { return nil }
            var start = 0
            while start + length <= octets.count,
                let next = memchr(
                    base + start, Int32(words.utf8Start.pointee), octets.count - length - start + 1)
            {
                let place = base.distance(to: UnsafeRawPointer(next))
                if memcmp(next, words.utf8Start, length) == 0 { return place }
                start = place + 1
            }
            return nil
        }
        return found.map { startIndex + $0..<startIndex + $0 + length }
    }
}
