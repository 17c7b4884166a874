import Testing
import TextKit

@testable import ProcessorSimulator

/// JSON objects from which API objects are built.
@Suite struct JSONObjectTests {
    private static let old = object(["a": 1, "b": ["c": 2, "d": [3]], "e": "x"])

    private static func object(_ tree: JSONTree) -> JSONObject { tree.object ?? JSONObject() }

    @Test("each name occurs once, at its first place, and nil removes it")
    func names() {
        var object = Self.old
        object["a"] = 5
        object["f"] = .null
        object["e"] = nil
        object["g"] = nil
        #expect(object.tree == ["a": 5, "b": ["c": 2, "d": [3]], "f": .null])
        #expect(object["f"] == .null && object["e"] == nil)
        #expect(object.tree["b"]["d"].elements == [3] && object.tree["e"].isNull)
        #expect(JSONTree.string("a")["a"].isNull && JSONTree.array([]).object == nil)
    }

    @Test("merging combines objects and replaces all other values")
    func laying() {
        var object = Self.old
        object.lay(Self.object(["b": ["d": .null, "n": true], "a": ["c": 1], "z": 9]))
        #expect(object.tree == ["a": ["c": 1], "b": ["c": 2, "d": .null, "n": true], "e": "x", "z": 9])
    }

    @Test("a difference has the old values, and null for new names")
    func differing() {
        let new = Self.object(["e": "x", "b": ["c": 2, "d": [4]], "n": 1])
        #expect(Self.old.differing(from: new).tree == ["a": 1, "b": ["d": [3]], "n": .null])
        #expect(Self.old.differing(from: Self.old).members.isEmpty)
    }
}
