import TagRegistry
import Testing

@Suite struct RegisteredTagsTests {
    @Test("keeps every field of a tag")
    func tagIsWhole() async throws {
        let file = try await RegistryFile.withBatch(rows: 1)
        var tag = RegisteredTag(uid: "04AABBCCDDEEFF", product: "NTAG215", changed: noon)
        tag.place = .main(1)
        tag.state = .inUse
        tag.url = "https://appclip.tap.giving/Grace?r=0"
        tag.tagID = "k3x9"
        tag.originality = .notGenuine
        tag.signature = String(repeating: "ab", count: 32)
        tag.readBackHash = String(repeating: "cd", count: 32)
        tag.lock = .locking
        tag.secretOf = "Main"
        tag.isDoubled = true
        tag.verified = noon
        let kept = tag
        let (found, listed) = try await file.write { transaction in
            try transaction.save(kept)
            return (
                try transaction.tag(uid: kept.uid), try transaction.tags(of: "main", after: nil, limit: 2)
            )
        }
        #expect(found == kept)
        #expect(listed == [kept])
    }

    @Test("refuses two tags in one place")
    func placeHasOneTag() async throws {
        let file = try await RegistryFile.withBatch(rows: 1)
        await #expect(throws: RegistryError.self) {
            try await file.write { transaction in
                for uid in ["04AA", "04BB"] {
                    var tag = RegisteredTag(uid: uid, product: "NTAG213", changed: noon)
                    tag.place = .main(1)
                    try transaction.save(tag)
                }
            }
        }
    }

    @Test("lists by UID, page by page")
    func pages() async throws {
        let file = try RegistryFile()
        let uids = try await file.write { transaction in
            for uid in ["04CC", "04AA", "04BB"] {
                try transaction.save(RegisteredTag(uid: uid, product: "NTAG213", changed: noon))
            }
            return try transaction.tags(of: nil, after: "04AA", limit: 5).map(\.uid)
        }
        #expect(uids == ["04BB", "04CC"])
    }
}
