import DataFolderKit
import Documents
import TapServer
import TimeKit

/// The server's log on standard error. It has one line per event, except for events below the configured
/// level.
struct ServeLog {
    var level: LogLine.Level
    var format: LogLine.Format
    let clock: WallClock
    /// The function that writes a line. Its argument contains no line break.
    let write: @Sendable (String) -> Void
    private let refusals = RefusalCounts()

    /// Writes a line, unless its level is below the configured level.
    func report(_ line: LogLine) {
        guard line.level == .error || level == .info else { return }
        write(line.text(format, at: clock.now()))
    }

    /// Writes an error, with the id of the request that the current task handles, if there is one.
    func report(_ error: CommandError) { report(LogLine(error, request: ServedRequest.currentID)) }
}

extension ServeLog: RequestObserver {
    func began() {}
    func ended(_ request: ServedRequest) {
        report(LogLine(request))
        if let count = refusals.number(with: request, at: clock.now()),
            let line = LogLine(refusal: request, count: count)
        {
            report(line)
        }
    }
}

extension ServeLog {
    /// Creates the log with the configured settings.
    ///
    /// - Throws: An error with exit code 78 if an environment variable for the simulated clock or random
    ///   numbers is invalid.
    init(_ configuration: ServeConfiguration, write: @escaping @Sendable (String) -> Void) throws {
        self.init(
            level: configuration.text(.logLevel).flatMap(LogLine.Level.init) ?? .error,
            format: configuration.text(.logFormat).flatMap(LogLine.Format.init) ?? .text,
            clock: try ProcessEnvironment().clock, write: write)
    }
}
