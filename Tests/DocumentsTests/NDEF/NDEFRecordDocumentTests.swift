import Foundation
import TagKit
import Testing

@testable import Documents

@Suite struct NDEFRecordDocumentTests {
    @Test("shows the first levels of 60 nested Smart Posters, up to the limit")
    func nestedSmartPosters() throws {
        var record = URIRecord("https://example.org").record()
        for _ in 0..<60 {
            let payload = try NDEFMessage([record]).encoded()
            record = NDEFRecord(tnf: .wellKnown, type: Array("Sp".utf8), payload: payload)
        }
        let shown = record.document.text.components(separatedBy: #""kind":"smartPoster""#).count - 1
        #expect(shown == NDEFLimits.standard.nesting)
    }
}
