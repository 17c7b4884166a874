import TagKit

/// A reader that answers from a list, for tests of the layers above a reader.
actor ScriptedReader: TagReader {
    nonisolated let name = "scripted"
    nonisolated let capabilities: ReaderCapabilities = [.type2, .type2Extended]
    private var answers: [Result<[UInt8], TagError>]
    private let tag: Result<SelectedTag, TagError>

    init(tag: Result<SelectedTag, TagError>, answers: [Result<[UInt8], TagError>] = []) {
        self.tag = tag
        self.answers = answers
    }

    func select(within limit: Duration) async throws(TagError) -> SelectedTag { try tag.get() }

    func reselect() async throws(TagError) { _ = try tag.get() }

    func powerCycle() async throws(TagError) { _ = try tag.get() }

    func send(_ command: TagCommand) async throws(TagError) -> [UInt8] {
        guard !answers.isEmpty else { throw TagError(.tagLost, "the script has ended") }
        return try answers.removeFirst().get()
    }

    func waitForRemoval(within limit: Duration) async throws(TagError) {
        throw TagError(.stillPresent, "the tag is still there", reason: "r", remedy: "take it away")
    }

    func close() {}
}
