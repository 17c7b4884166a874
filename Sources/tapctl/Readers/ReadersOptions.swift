import ArgumentParser

/// Which readers, and how long to wait for a tag.
struct ReadersOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A reader, as for every command; may be given several times. Else $TAPCTL_READER, else the first real one.",
            valueName: "name"))
    var reader: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "End if no tag comes for so long. (default: no limit)", valueName: "seconds"))
    var wait: Double?

    func validate() throws {
        if let wait, !(0...86_400).contains(wait) {
            throw ValidationError("--wait takes 0 to 86400 seconds.")
        }
        if Set(reader).count != reader.count { throw ValidationError("--reader names one reader twice.") }
    }

    /// How many readers there are.
    var count: Int { max(1, reader.count) }

    /// How long to wait for a tag; nil for ever.
    var limit: Duration? { wait.map { .milliseconds(Int64($0 * 1_000)) } }

    /// Opens the readers, works with them, and gives them back however the work ends.
    func withReaders<Value: Sendable>(
        _ work: @escaping @Sendable ([OpenReader]) async throws -> Value
    ) async throws -> Value {
        var opened: [OpenReader] = []
        do {
            for name in reader.isEmpty ? [nil] : reader.map(Optional.some) {
                opened.append(try await OpenReader(ReaderOptions.name(name), trace: nil))
            }
            let value = try await work(opened)
            for open in opened { try await open.close() }
            return value
        } catch {
            // The first failure is the one to tell.
            let cause = opened.reduce(error) { cause, open in open.cause(of: cause) }
            for open in opened { try? await open.close() }
            throw cause
        }
    }
}
