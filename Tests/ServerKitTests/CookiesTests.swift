import ServerKit
import SimulationKit
import Testing

/// Cookies that browsers store and send back.
@Suite struct CookiesTests {
    @Test("reads what a browser sends")
    func read() {
        let cookies = Cookies("a=1; b=x=y;c=;  d = 4 ; a=2; e")
        #expect(cookies["a"] == "1" && cookies["b"] == "x=y" && cookies["c"] == "" && cookies["d"] == "4")
        #expect(cookies["e"] == nil && Cookies("")["a"] == nil)
    }

    @Test("a malformed cookie is ignored, and an oversized header is not read")
    func refused() {
        for header in ["a b=1", "=1", "a=\"1\"", "a=1,2", "a=\u{7}", "a=é", "a=1 2"] {
            #expect(Cookies(header) == Cookies(), "\(header)")
        }
        #expect(Cookies("a=" + String(repeating: "1", count: 8_191))["a"] == nil)
        #expect(Cookies("a=1" + String(repeating: ";b=1", count: 50))["a"] == nil)
    }

    @Test("any cookie header is read or ignored, and never traps")
    func anything() {
        var generator = SeededGenerator(seed: 5)
        let letters = Array("ab=;, \"\\\t\u{0}é%")
        for _ in 0..<2_000 {
            let count = Int.random(in: 0...30, using: &generator)
            _ = Cookies(String((0..<count).compactMap { _ in letters.randomElement(using: &generator) }))
        }
    }

    @Test("a cookie has a path and a site rule, and an empty one expires immediately")
    func set() {
        let cookie = SetCookie("a", "1", path: "/admin", isSecure: false)
        #expect(cookie.text == "a=1; Path=/admin; HttpOnly; SameSite=Strict")
        let gone = SetCookie("a", "", path: "/", isSecure: true)
        #expect(gone.text == "__Host-a=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure")
        let below = SetCookie("a", "1", path: "/admin", isSecure: true)
        #expect(below.text == "__Host-a=1; Path=/; HttpOnly; SameSite=Strict; Secure")
        var linked = SetCookie("a", "1", path: "/", isSecure: false, lifeSeconds: 60)
        linked.isSameSiteLax = true
        #expect(linked.text == "a=1; Path=/; Max-Age=60; HttpOnly; SameSite=Lax")
    }

    @Test("over TLS, only cookies that the site itself set are used")
    func hostOnly() {
        let header = "a=of a subdomain; a=forged; __Host-a=own; b=1"
        #expect(Cookies(header, isSecure: true)["a"] == "own")
        #expect(Cookies(header, isSecure: true)["b"] == nil)
        #expect(Cookies("__Host-a=own")["a"] == "own")
    }
}
