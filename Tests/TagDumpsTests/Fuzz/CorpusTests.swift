import TestSupport
import Testing

@Suite("Every input that fuzzing kept")
struct CorpusTests {
    private static let checks: [(String, @Sendable ([UInt8]) -> String?)] = [
        ("NFCFile", nfcFileProblem), ("TagInfo", tagInfoProblem), ("Listing", listingProblem),
        ("FlipperFile", flipperProblem), ("ProxmarkFile", proxmarkProblem),
    ]

    @Test("keeps the promises of tag files", arguments: checks.indices)
    func importer(index: Int) throws {
        let (name, check) = Self.checks[index]
        #expect(try FuzzCorpus.problems(name, check) == [])
    }
}
