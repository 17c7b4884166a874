import Foundation
public import TagKit

/// A virtual PN532 on a serial port that other programs open: libnfc as `pn532_uart:PATH`, nfcpy as `tty`.
///
/// The reader serves from its making on, on a thread of its own, until ``stop()`` or its deinitialisation.
public final class VirtualReader: Sendable {
    /// How true to time the reader is.
    public enum Pace: Sendable {
        /// Work takes no time; only silence is waited for, as a host tells a refusal from it. Time is counted.
        case atOnce
        /// Line, air, tags and timeouts take their modelled time.
        case realTime
    }

    /// The port that clients open.
    public let path: String

    /// What libnfc calls the reader (`LIBNFC_DEVICE`).
    public var connstring: String { "pn532_uart:\(path)" }

    private let service: ReaderService

    /// Opens a port and serves a field on it.
    ///
    /// - Parameters:
    ///   - field: The tags, their files and their faults.
    ///   - pace: Whether time is counted or waited for.
    ///   - lineFaults: What goes wrong on the line, by the number of the host's frame.
    /// - Throws: `readerNotFound` when the system gives no port.
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

    /// Opens a port and serves what a scenario says.
    public convenience init(_ scenario: FieldScenario, pace: Pace = .atOnce) throws(TagError) {
        try self.init(scenario.field, pace: pace, lineFaults: scenario.lineFaults)
    }

    deinit { service.stop() }

    /// What the reader has done since it was made. A benchmark takes the difference of two of these.
    public var statistics: ReaderStatistics { service.read { $0.serial.statistics } }

    /// The field as it stands.
    public var field: VirtualField { service.read { $0.serial.chip.field } }

    /// Why the reader ended by itself: a tag's file could not follow it, or the port failed.
    public var failure: TagError? { service.read { $0.failure } }

    /// Changes the field: puts tags in, takes them away, plans a fault.
    @discardableResult
    public func change<Outcome: Sendable>(_ body: @Sendable (inout VirtualField) -> Outcome) -> Outcome {
        service.change { body(&$0.serial.chip.field) }
    }

    /// Lets something go wrong on the line with the host's next frame.
    public func disturbNext(_ fault: LineFault) { service.change { $0.next = fault } }

    /// Ends the service, takes the port away and gives the tags' files back. Calling it twice is harmless.
    public func stop() { service.stop() }

    /// Waits until the reader has ended, by ``stop()`` or by itself.
    public func waitForEnd() { service.waitForEnd() }
}
