import ArgumentParser
import Documents
import FailureKit
import TagKit
import Testing

@testable import tapctl

@Suite struct ExitCodeTests {
    @Test("each failure of a tag or reader ends with the number of the table, the refusals with 77")
    func map() {
        let expected: [TagError.Code: Int32] = [
            .noTag: 75, .twoTags: 75, .tagLost: 75, .stillPresent: 75, .readerBusy: 75, .fileBusy: 75,
            .nak: 74, .readerGone: 74, .readerStalled: 74, .verifyFailed: 74,
            .readerNotFound: 69, .unsupportedCommand: 69, .readerProtocol: 76, .cancelled: 130,
            .malformedTag: 65, .noMessage: 65, .fileMalformed: 65, .fileNotFound: 66, .fileNotWritable: 73,
        ]
        for code in TagError.Code.allCases {
            let category = TagError(code, "").category
            #expect(Documents.ExitCode(category).rawValue == (expected[code] ?? 77), "\(code)")
        }
    }

    @Test("the help lists every number")
    func table() {
        let help = Tapctl.helpMessage()
        for code in Documents.ExitCode.allCases {
            #expect(help.contains("\(code.rawValue)  \(code.meaning)"), "\(code)")
        }
    }
}
