import TestSupport
import Testing

@Suite("Every association file that fuzzing kept")
struct SiteCorpusTests {
    @Test("keeps the promises of the reader and of the patterns")
    func site() throws {
        #expect(try FuzzCorpus.problems("Site", siteProblem) == [])
    }
}
