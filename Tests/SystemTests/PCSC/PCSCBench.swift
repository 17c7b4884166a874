import Foundation
import SimulationKit
import TagDumps
import TagKit
import TagReaders
import TagSimulator
import TestSupport
import Testing

/// A real pcscd with a virtual card in its driver, and an open reader.
struct PCSCBench: ReaderBench {
    let service: RunningPCSCD
    let card: VirtualCardSocket
    let reader: PCSCReader

    /// Opens a reader over a field, passes all of them to `body`, and closes them even if `body` throws.
    static func run<Value: Sendable>(
        _ products: [String] = [], profile: PCSCProfile = .direct, faults: FaultPlan = FaultPlan(),
        _ body: (PCSCBench) async throws -> Value
    ) async throws -> Value {
        let service = try RunningPCSCD()
        defer { service.stop() }
        let field = VirtualField(try LibNFCBench.tags(products), faults: faults)
        let card = try VirtualCardSocket(field, profile: profile, port: service.slots[0].port)
        defer { card.stop() }
        let reader = try await PCSCReader.open("1")
        do {
            let value = try await body(PCSCBench(service: service, card: card, reader: reader))
            await reader.close()
            return value
        } catch {
            await reader.close()
            throw error
        }
    }

    /// Selects the tag, which is already in the field. pcscd polls every 0.4 seconds.
    @discardableResult
    func select() async throws -> SelectedTag { try await reader.select(within: .seconds(10)) }

}

/// All suites over the real pcscd, one test after another, because pcsclite uses one socket per process.
@Suite("The real pcscd", .serialized, .ownThread, .enabled(if: RunningPCSCD.isInstalled))
enum PCSCTests {}
