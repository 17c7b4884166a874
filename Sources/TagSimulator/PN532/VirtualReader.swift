import Foundation
public import TagKit

/// A virtual PN532 on a serial port for other programs, such as libnfc (`pn532_uart:PATH`) and nfcpy (`tty`).
///
/// It serves on its own thread from its creation until ``stop()`` or its deinitialization.
public final class VirtualReader: Sendable {
    /// The timing of the reader.
    public enum Pace: Sendable {
        /// Processing takes no real time. Only timeouts do, because a host needs them to recognize refusals.
        /// Simulated time is counted.
        case atOnce
        /// Line, air, tags and timeouts take their simulated time.
        case realTime
    }

    /// The path of the port that clients open.
    public let path: String

    /// The reader's libnfc connection string (`LIBNFC_DEVICE`).
    public var connstring: String { "pn532_uart:\(path)" }

    private let service: ReaderService

    /// Opens a port and serves a field on it.
    ///
    /// - Parameters:
    ///   - field: The tags, their files and their faults.
    ///   - pace: Whether the reader only counts simulated time, or also waits for it to pass.
    ///   - lineFaults: The faults of the line, by the number of the host's frame.
    /// - Throws: `readerNotFound` if the system cannot create a port.
    public init(
        _ field: VirtualField, pace: Pace = .atOnce, lineFaults: [Int: LineFault] = [:]
    ) throws(TagError) {
        let terminal = try Pseudoterminal()
        let service = try ReaderService(field, pace: pace, faults: lineFaults)
        self.path = terminal.path
        self.service = service
        let thread = Thread { service.run(on: terminal) }
        thread.name = "virtual reader"
        thread.start()
    }

    /// Opens a port and serves a scenario.
    public convenience init(_ scenario: FieldScenario, pace: Pace = .atOnce) throws(TagError) {
        try self.init(scenario.field, pace: pace, lineFaults: scenario.lineFaults)
    }

    deinit { service.stop() }

    /// The counters since the reader was created. To measure an interval, subtract two values.
    public var statistics: ReaderStatistics { service.read { $0.serial.statistics } }

    /// The current state of the field.
    public var field: VirtualField { service.read { $0.serial.chip.field } }

    /// The error that stopped the reader: a tag's file could not be updated, or the port failed.
    public var failure: TagError? { service.read { $0.failure } }

    /// Changes the field: inserts tags, removes them, or plans a fault.
    @discardableResult
    public func change<Outcome: Sendable>(_ body: @Sendable (inout VirtualField) -> Outcome) -> Outcome {
        service.change { body(&$0.serial.chip.field) }
    }

    /// Applies a fault to the host's next frame.
    public func disturbNext(_ fault: LineFault) { service.change { $0.next = fault } }

    /// Stops the service, closes the port and releases the tags' files. A second call has no effect.
    public func stop() { service.stop() }

    /// Waits until the reader has stopped, by ``stop()`` or after an error.
    public func waitForEnd() { service.waitForEnd() }
}
