import ArgumentParser
import Documents
import FailureKit
import InvocationRouter
import TagKit

/// `tapctl tag watch`: reads one tag after another, and shows each.
struct TagWatch: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Read one tag after another, until Ctrl-C.",
        discussion: """
            EXAMPLES:
              tapctl tag watch
              tapctl tag watch --json | jq -r .uid
              tapctl tag watch --count 10
              tapctl tag watch --wait 60        stop if no tag is presented for a minute

            With --json, each tag is printed as one document on its own line. If a tag
            cannot be read, its document contains the error, and the command continues.
            """)

    @Option(parsing: .unconditional, help: ArgumentHelp("Stop after this many tags.", valueName: "n"))
    var count: Int?

    @OptionGroup var hosts: HostOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let count, count < 1 { throw ValidationError("--count must be at least 1.") }
    }

    func run() async throws {
        let watch = Watch(
            hosts: try hosts.hosts(), output: output, count: count,
            limit: reader.typedLimit)
        try await reader.withReader(endsByInterrupt: true) { try await watch.run(on: $0) }
    }
}

/// The loop of `tapctl tag watch`, which reads and prints one tag after another.
private struct Watch: Sendable {
    let hosts: HostList
    let output: OutputOptions
    let count: Int?
    /// The maximum time to wait for the next tag; nil for no limit.
    let limit: Duration?

    /// Reads tags until the requested number of tags has been read, no other tag appears in time, or the user
    /// presses Ctrl-C.
    func run(on open: OpenReader) async throws {
        var seen = 0
        do {
            try await readAll(on: open, seen: &seen)
        } catch  where CommandError(error).category == .interrupted {
            Terminal.endProgress()
            Terminal.say("\(counted(seen, "tag")) read")
            throw ExitCode.interrupted
        }
    }

    private func readAll(on open: OpenReader, seen: inout Int) async throws {
        while count.map({ seen < $0 }) ?? true {
            guard try await readNext(on: open) else { return }
            seen += 1
            if count.map({ seen < $0 }) ?? true {
                guard try await isRemoved(from: open.reader) else { return }
            }
        }
    }

    /// Reads the next tag and prints it. Returns false if the reader does not detect exactly one tag within
    /// the time limit.
    ///
    /// Two tags that are on the reader at the same time are reported only once. Reading continues after one
    /// of them is removed.
    private func readNext(on open: OpenReader) async throws -> Bool {
        let start = ContinuousClock.now
        var hasReportedTwo = false
        while true {
            switch await inspect(on: open) {
            case .success(let snapshot):
                try print(snapshot)
                return true
            case .failure(let error) where error.code == .noTag:
                if limit != nil { return false }
            case .failure(let error) where error.code == .twoTags:
                if !hasReportedTwo { try printFailure(CommandError(error)) }
                hasReportedTwo = true
                if let limit, ContinuousClock.now - start > limit { return false }
                try await Task.sleep(for: .milliseconds(100))
            case .failure(let error) where Self.endsTheWatch(error.code):
                throw error
            case .failure(let error):
                try printFailure(CommandError(error))
                return true
            }
        }
    }

    private func inspect(on open: OpenReader) async -> Result<TagSnapshot, TagError> {
        Terminal.progress("hold a tag to the reader …")
        defer { Terminal.endProgress() }
        let session = TagSession(open.reader)
        do throws(TagError) {
            return .success(try await session.inspect(.message, within: limit ?? .seconds(3_600)))
        } catch {
            return .failure(error)
        }
    }

    /// Returns whether an error ends the watch, for example because the reader was disconnected. A problem
    /// with a single tag does not end the watch.
    private static func endsTheWatch(_ code: TagError.Code) -> Bool {
        switch code {
        case .readerGone, .readerStalled, .readerProtocol, .readerBusy, .readerNotFound, .cancelled,
            .fileNotWritable, .fileMalformed:
            true
        default: false
        }
    }

    private func print(_ snapshot: TagSnapshot) throws {
        try output.print(snapshot.readDocument(hosts: hosts)) { style in
            let contents = snapshot.contents
            guard let url = contents.url else {
                return snapshot.headline(style: style) + "  \(snapshot.stateText)"
            }
            let verdict = contents.verdict(hosts: hosts, style: style).map { "  \($0)" } ?? ""
            return snapshot.headline(style: style) + "  \(style.cyan(printable(url)))" + verdict
        }
        Terminal.warn(of: snapshot.findings)
    }

    private func printFailure(_ error: CommandError) throws {
        if output.json { try StandardStream.out.write(error.json.text + "\n") }
        Terminal.report(error)
    }

    /// Waits until the tag is removed. Returns false if it is not removed in time.
    private func isRemoved(from reader: any TagReader) async throws -> Bool {
        while true {
            do throws(TagError) {
                try await reader.waitForRemoval(within: limit ?? .seconds(3_600))
                return true
            } catch {
                guard error.code == .stillPresent else { throw error }
                if limit != nil { return false }
            }
        }
    }
}
