import TestSupport
import Testing

@Suite("Every input that fuzzing kept")
struct CorpusTests {
    @Test("keeps the promises of tag files")
    func nfcFile() throws {
        #expect(try FuzzCorpus.problems("NFCFile", nfcFileProblem) == [])
    }
}
