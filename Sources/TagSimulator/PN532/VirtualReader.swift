import Foundation
public import TagKit

/// A virtual PN532 on a serial port that other programs can open. libnfc opens it as `pn532_uart:PATH`.
///
/// It runs on its own thread until ``stop()`` is called, a fault or an error stops it, or it is
/// deinitialized.
public final class VirtualReader: Sendable {
    /// The relation between simulated time and real time.
    public enum Pace: Sendable {
        /// The reader counts simulated time, but does not wait for it to pass. It waits only during timeouts,
        /// because a host needs them to distinguish a missing response from a refusal.
        case atOnce
        /// Transmission, processing and timeouts take as much real time as simulated time.
        case realTime
    }

    /// The path of the serial port that clients open.
    public let path: String

    /// The connection string that opens the reader in libnfc. It can be set as `LIBNFC_DEVICE`.
    public var connstring: String { "pn532_uart:\(path)" }

    private let service: ReaderService

    /// Opens a serial port and starts the thread of the virtual reader.
    ///
    /// - Parameters:
    ///   - field: The field with its tags and planned faults.
    ///   - pace: The relation between simulated time and real time.
    ///   - lineFaults: The faults of the serial line. The key is the number of the host's frame that triggers
    ///     the fault, counted from 0.
    /// - Throws: `readerNotFound` if the system cannot open a port.
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

    /// Opens a serial port and starts a virtual reader with the tags and faults of a scenario.
    public convenience init(_ scenario: FieldScenario, pace: Pace = .atOnce) throws(TagError) {
        try self.init(scenario.field, pace: pace, lineFaults: scenario.lineFaults)
    }

    deinit { service.stop() }

    /// The counters and simulated times since the reader was created. For the values of an interval, use
    /// ``ReaderStatistics/since(_:)``.
    public var statistics: ReaderStatistics { service.read { $0.serial.statistics } }

    /// The current state of the field, including its tags.
    public var field: VirtualField { service.read { $0.serial.chip.field } }

    /// The error that stopped the reader, for example because a tag's file could not be updated; nil if no
    /// error has occurred.
    public var failure: TagError? { service.read { $0.failure } }

    /// Changes the field, for example to insert a tag or to schedule a fault. Returns the closure's result.
    @discardableResult
    public func change<Outcome: Sendable>(_ body: @Sendable (inout VirtualField) -> Outcome) -> Outcome {
        service.change { body(&$0.serial.chip.field) }
    }

    /// Plans a fault of the serial line for the host's next frame.
    public func disturbNext(_ fault: LineFault) { service.change { $0.next = fault } }

    /// Ends the thread, closes the port and releases the tags' files. Repeated calls have no effect.
    public func stop() { service.stop() }

    /// Waits until the reader has stopped, because of ``stop()``, a fault or an error.
    public func waitForEnd() { service.waitForEnd() }
}
