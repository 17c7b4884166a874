import TagKit
import TestSupport
import Testing

@testable import TagReaders

@Suite("A tag that is selected again")
struct SelectedTagTests {
    private func tag(_ uid: String) -> SelectedTag { SelectedTag(atqa: 0x0344, sak: 0x20, uid: hex(uid)) }

    @Test(
        "is the same one when its UID is, or when both UIDs are random",
        arguments: [
            ("04 11 22 33 44 55 66", "04 11 22 33 44 55 66", true),
            ("04 11 22 33 44 55 66", "04 11 22 33 44 55 67", false),
            ("08 11 22 33", "08 99 88 77", true),
            ("08 11 22 33", "09 11 22 33", false),
            ("08 11 22 33 44 55 66", "08 11 22 33 44 55 67", false),
        ])
    func same(first: String, second: String, isSame: Bool) {
        #expect(tag(first).canBe(tag(second)) == isSame)
        #expect(tag(second).canBe(tag(first)) == isSame)
    }
}
