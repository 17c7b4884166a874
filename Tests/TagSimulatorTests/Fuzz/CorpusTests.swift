import TestSupport
import Testing

@Suite("Every input that fuzzing kept")
struct CorpusTests {
    @Test("keeps the promises of the virtual PN532")
    func pn532() throws {
        #expect(try FuzzCorpus.problems("PN532", pn532Problem) == [])
    }
}
