import DataFolderKit
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
    /// Tells a person of an error, where the log is text.
    let tellPerson: @Sendable (CommandError) -> Void

    init(
        level: LogLine.Level, format: LogLine.Format, clock: WallClock,
        write: @escaping @Sendable (String) -> Void,
        tellPerson: @escaping @Sendable (CommandError) -> Void = { _ in }
    ) {
        self.level = level
        self.format = format
        self.clock = clock
        self.write = write
        self.tellPerson = tellPerson
    }

    /// Writes a line, if it matters enough.
    func tell(_ line: LogLine) {
        guard line.level == .error || level == .info else { return }
        write(line.text(format, at: clock.now()))
    }

    /// Writes an error; as text it is what every command says.
    func tell(_ error: CommandError) {
        guard format == .json else { return tellPerson(error) }
        tell(LogLine(error))
    }
}

extension ServeLog: RequestObserver {
    func began() {}
    func ended(_ request: ServedRequest) { tell(LogLine(request)) }
}

extension ServeLog {
    /// The log as it was configured.
    ///
    /// - Throws: exit 78 where the clock was set to what is no moment.
    init(
        _ configuration: ServeConfiguration, write: @escaping @Sendable (String) -> Void,
        tell: @escaping @Sendable (CommandError) -> Void
    ) throws {
        self.init(
            level: configuration.text(.logLevel).flatMap(LogLine.Level.init) ?? .error,
            format: configuration.text(.logFormat).flatMap(LogLine.Format.init) ?? .text,
            clock: try Surroundings().clock, write: write, tellPerson: tell)
    }
}
