import InvocationRouter
import Testing

@Suite struct AssetLinksTests {
    static let fingerprint = AssociationMutation.fingerprint

    @Test("what is made reads back without a finding, and lets the app in")
    func roundTrip() {
        let text = AssetLinks.text(package: "giving.tap.app", fingerprints: [Self.fingerprint])
        let (links, findings) = AssetLinks.read(Array(text.utf8))
        #expect(findings.isEmpty)
        #expect(links.statement(for: "giving.tap.app")?.place == "[0]")
        #expect(links.statement(for: "giving.tap.app", fingerprint: Self.fingerprint.lowercased()) != nil)
        #expect(links.statement(for: "giving.tap.app", fingerprint: "00") == nil)
        #expect(links.statement(for: "giving.tap.other") == nil)
    }

    @Test("statements about websites and includes are passed over")
    func others() {
        let text =
            #"[{"include":"https://a.example/x.json"},{"relation":["a"],"target":{"namespace":"web","site":"https://a.example"}}]"#
        let (links, findings) = AssetLinks.read(Array(text.utf8))
        #expect(links.statements.isEmpty && findings.map(\.code) == [.notHandlingURLs])
    }
}
