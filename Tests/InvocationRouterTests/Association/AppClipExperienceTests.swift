import InvocationRouter
import Testing

/// Our reading of Apple's "most specific matching prefix": whole segments, whole query pieces.
@Suite struct AppClipExperienceTests {
    static let experiences = [
        "https://example.com", "https://example.com/card1", "https://example.com/card1/sub/",
        "https://example.com/card1?type=x", "https://example.com/card1?type=x&n=1", "https://other.example/",
    ].map { AppClipExperience(url: $0) }

    @Test(
        "the most specific registered prefix",
        arguments: [
            ("https://example.com/", 0), ("https://EXAMPLE.com:443/any?x=1", 0),
            ("https://example.com/card12", 0),
            ("https://example.com/card1", 1), ("https://example.com/card1/other", 1),
            ("https://example.com/card1/sub/deep", 2), ("https://example.com/card1/sub", 2),
            ("https://example.com/card1?type=x", 3), ("https://example.com/card1?type=xy", 1),
            ("https://example.com/card1?type=x&n=1&m=2", 4), ("https://example.com/card1?n=1&type=x", 1),
            ("https://example.com/card1/a?type=x", 1), ("https://other.example/a", 5),
            ("http://example.com/", nil), ("https://www.example.com/", nil), ("example.com", nil), ("", nil),
        ])
    func best(url: String, index: Int?) {
        #expect(
            AppClipExperience.best(for: url, among: Self.experiences) == index.map { Self.experiences[$0] })
    }
}
