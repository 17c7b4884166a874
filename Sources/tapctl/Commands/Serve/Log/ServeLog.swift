import Documents
import TapServer
import TimeKit

/// The server's log on standard error: what matters enough, a line each.
struct ServeLog: Sendable {
    var level: LogLine.Level
    var format: LogLine.Format
    let clock: WallClock
    /// Takes a line without its line break.
    let write: @Sendable (String) -> Void

    /// Writes a line, if it matters enough.
    func tell(_ line: LogLine) {
        guard line.level == .error || level == .info else { return }
        write(line.text(format, at: clock.now()))
    }

    /// Writes an error; as text it is what every command says.
    func tell(_ error: CommandError) {
        guard format == .json else { return Talk.tell(error) }
        tell(LogLine(error))
    }
}

extension ServeLog: RequestObserver {
    func began() {}
    func ended(_ request: ServedRequest) { tell(LogLine(request)) }
}

extension ServeLog {
    /// The log as it was configured, on standard error.
    ///
    /// - Throws: exit 78 where the clock was set to what is no moment.
    init(_ configuration: ServeConfiguration) throws {
        self.init(
            level: configuration.text(.logLevel).flatMap(LogLine.Level.init) ?? .error,
            format: configuration.text(.logFormat).flatMap(LogLine.Format.init) ?? .text,
            clock: try Surroundings().clock, write: Talk.say)
    }
}
