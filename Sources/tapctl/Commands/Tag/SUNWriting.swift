import DataFolderKit
import Documents
import FailureKit
import InvocationRouter
import TagKit
import TagRegistry
import TagSecurity

/// The programming of an NTAG 424 DNA tag so that each tap can be verified.
///
/// The steps are: inspect the tag, ask for confirmation, program, verify, and report.
struct SUNWriting: Sendable {
    /// The message to write, with placeholders for the data that the chip inserts.
    var wanted: WantedMessage
    /// The secret from which the tag's keys are derived.
    var secret: BatchSecret
    var permission: Programming.Permission

    /// The result of programming a tag.
    struct Outcome: Sendable {
        let report: SUNProgramming.Report
        /// The time from the detection of the tag to the end of the programming, in milliseconds.
        let milliseconds: Int
    }

    /// Programs a tag on the selected reader, and prints the result.
    func runAndPrint(_ reader: ReaderOptions, _ data: DataOptions, _ output: OutputOptions) async throws {
        guard !permission.dryRun else {
            let found = try await reader.withReader { try await preview(on: $0, within: reader.limit) }
            Terminal.warn(of: found.snapshot.findings)
            return try output.print(found.document(of: wanted)) { found.text(style: $0) }
        }
        let folder = data.isThere ? try await data.open() : nil
        defer { try? folder?.close() }
        let outcome = try await reader.withReader { try await run(on: $0, folder, within: reader.limit) }
        if let seen = outcome.report.counterSeen {
            Terminal.warn(
                "the tag's counter is \(outcome.report.tap.counter), but \(seen) was seen before: taps of this tag are treated "
                    + "as copies until the counter is higher than \(seen)")
        }
        try output.print(outcome.document(of: self)) { outcome.text(of: self, style: $0) }
    }

    private func preview(
        on open: OpenReader, within limit: Duration
    ) async throws -> SUNProgramming.Preview {
        do {
            return try await open.waitingForTag {
                try await SUNProgramming(open.reader, secret: secret, random: Self.random)
                    .preview(message: wanted.bytes, options: permission.options, within: limit)
            }
        } catch let error as TagError where error.code == .unusableMessage {
            throw Self.remedied(error)
        }
    }

    /// Programs a tag on an open reader.
    ///
    /// - Parameters:
    ///     - open: The open reader.
    ///     - folder: The data folder, whose registry contains the highest counter seen for each tag. Nil if
    ///       there is no data folder.
    ///     - limit: The maximum time to wait for the tag.
    private func run(
        on open: OpenReader, _ folder: DataFolder?, within limit: Duration
    ) async throws -> Outcome {
        do {
            return try await program(permission.options, on: open, folder, within: limit)
        } catch let error as TagError where error.code == .holdsAnotherMessage && Question.canBeAsked {
            guard try await Question.yes("On the tag, \(error.reason).", "Replace it?") else {
                throw CommandError.chosen("nothing was written")
            }
            let options = permission.options.union(.overwrite)
            return try await program(options, on: open, folder, within: limit)
        } catch let error as TagError where error.code == .unusableMessage {
            throw Self.remedied(error)
        }
    }

    private static func remedied(_ error: TagError) -> CommandError {
        CommandError(error).remedied(by: "use a URL with a host; --force writes this URL anyway")
    }

    private func program(
        _ options: ProgrammingOptions, on open: OpenReader, _ folder: DataFolder?, within limit: Duration
    ) async throws -> Outcome {
        let reader = StopwatchReader(open.reader)
        let programming = SUNProgramming(reader, secret: secret, random: Self.random)
        let report = try await open.waitingForTag {
            try await programming.run(
                message: wanted.bytes, options: options,
                counterOf: { uid in
                    try? await folder?.read { try $0.highestCounter(ofUID: hexUID(uid), by: .sun) }
                }, within: limit)
        }
        return Outcome(report: report, milliseconds: reader.milliseconds)
    }

    /// Returns 16 random bytes from the system's generator.
    @Sendable private static func random() -> [UInt8] {
        (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    }
}

extension WantedMessage {
    /// Returns the message with placeholders in its URL. At each tap, an NTAG 424 DNA replaces them with
    /// PICCData and a code.
    ///
    /// - Throws: An error with exit code 64 unless the message is one URL record without a fragment. If
    ///   `anyURL` is false, also throws an error if the resulting URL is not a valid giving URL.
    func proving(anyURL: Bool, hosts: HostList) throws -> WantedMessage {
        let url = try extensibleURL(for: "--sun")
        guard !url.hasSuffix(SUNPlaceholders.text) else { return self }
        return try adding(SUNPlaceholders.text, to: url, anyURL: anyURL, hosts: hosts)
    }
}
