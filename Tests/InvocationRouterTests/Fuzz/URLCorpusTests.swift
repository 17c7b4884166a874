import TestSupport
import Testing

@Suite("Every URL that fuzzing kept")
struct URLCorpusTests {
    @Test("keeps the promises of the parser")
    func url() throws {
        #expect(try FuzzCorpus.problems("URL", urlProblem) == [])
    }
}
