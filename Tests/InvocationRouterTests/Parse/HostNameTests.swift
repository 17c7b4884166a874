import InvocationRouter
import Testing

@Suite struct HostNameTests {
    private func code(_ host: String, hosts: HostList = .standard) -> InvocationError.Code? {
        do {
            _ = try Invocation.parse("https://\(host)/A", profile: .tap, hosts: hosts)
            return nil
        } catch {
            return error.code
        }
    }

    @Test(
        "a host that looks like ours is refused",
        arguments: [
            "appclip.tap.giving.evil.example", "tap.giving.evil.example", "www.tap.giving.co",
            "appc1ip.tap.giving", "appclip.tap.givin", "appclip.tap.givingg", "xappclip.tap.givingx",
            "applcip.tap.giving", "appcliptap.giving", "appclip.tap.giving.", "APPC1IP.TAP.GIVING",
            "xn--ppclip-2nf.tap.giving", "church.xn--example-abc.org", "XN--a.example",
        ])
    func lookAlike(host: String) {
        #expect(code(host) == .hostNotAllowed)
    }

    @Test(
        "a host of another site is reported as another destination",
        arguments: [
            "church.example", "tap.giving", "give.tap.giving", "www.appclip.tap.giving", "localhost",
            "10.0.0.1",
            "church.example:8080", "church.example.", "under_score.example", "mytap.giving",
            "tap.givinganything.com",
        ])
    func other(host: String) {
        #expect(code(host) == .otherDestination)
    }

    @Test(
        "an authority that is not well formed leads nowhere for certain",
        arguments: [
            "", ".", "a..b", "appclip%2Etap.giving", "church.example:80a", "a!b", ":443", "church.example..",
        ])
    func malformed(host: String) {
        #expect(code(host) == .hostNotAllowed)
    }

    @Test("every host one or two edits away is refused, three edits away it is not")
    func edits() {
        let ours = Array("appclip.tap.giving")
        for position in ours.indices where ours[position] != "." {
            var one = ours
            one[position] = "9"
            #expect(code(String(one)) == .hostNotAllowed)
            var less = ours
            less.remove(at: position)
            #expect(code(String(less)) == .hostNotAllowed)
            var more = ours
            more.insert("9", at: position)
            #expect(code(String(more)) == .hostNotAllowed)
            for second in ours.indices where second != position && ours[second] != "." {
                var two = one
                two[second] = "8"
                #expect(code(String(two)) == .hostNotAllowed)
            }
        }
        #expect(code("999clip.tap.giving") == .otherDestination)
        #expect(code("appclip.tap.giving123") == .otherDestination)
    }

    @Test("the list of hosts is configuration: any of them, in any case")
    func list() throws {
        let hosts = try #require(HostList(["Give.Example", "appclip.tap.giving"]))
        #expect(code("GIVE.example", hosts: hosts) == nil)
        #expect(code("appclip.TAP.giving", hosts: hosts) == nil)
        #expect(code("give.example.evil.com", hosts: hosts) == .hostNotAllowed)
        #expect(code("give.examples", hosts: hosts) == .hostNotAllowed)
        #expect(try Invocation.make(org: "A", hosts: hosts) == "https://give.example/A?r=0")
        let url = try Invocation.parse("https://GIVE.EXAMPLE/A", hosts: hosts)
        #expect(url.canonical == "https://give.example/A?r=0")
    }

    @Test(
        "a list of hosts holds host names",
        arguments: [[], [""], ["a/b"], ["a:1"], ["a."], ["é.example"], ["a..b"]])
    func badList(hosts: [String]) {
        #expect(HostList(hosts) == nil)
    }
}
