import Documents

extension Programming {
    /// Does it on the reader that was asked for, and tells.
    func runAndPrint(_ reader: ReaderOptions, _ output: OutputOptions) async throws {
        let limit = reader.limit
        let outcome = try await reader.withReader { try await run(on: $0, within: limit) }
        try output.print(outcome.document(of: self)) { outcome.text(of: self, style: $0) }
    }
}
