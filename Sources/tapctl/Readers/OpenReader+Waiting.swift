import TagKit

extension OpenReader {
    /// Does work that begins with waiting for a tag, and tells a person at a terminal that it waits.
    func waitingForTag<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
        Talk.progress("hold a tag to \(reader.name) …")
        defer { Talk.endProgress() }
        return try await work()
    }
}
