import Documents
import InvocationRouter
import Testing

@testable import tapctl

@Suite struct URLCommandsTests {
    @Test("only an NTAG21x with a counter fills `m`, and only an NTAG 424 DNA fills `picc_data`")
    func placeholders() {
        let mirrors = TagArea.known.filter { $0.fills(.mirror) }.map(\.product)
        #expect(Set(mirrors) == ["NTAG213", "NTAG215", "NTAG216"])
        #expect(TagArea.known.filter { $0.fills(.sun) }.map(\.product) == ["NTAG 424 DNA"])
    }
}
