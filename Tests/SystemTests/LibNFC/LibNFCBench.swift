import Foundation
import SimulationKit
import TagDumps
import TagKit
import TagReaders
import TagSimulator
import TestSupport
import Testing

/// A virtual PN532 on a pty, opened by the real libnfc.
struct LibNFCBench: ReaderBench {
    let chip: VirtualReader
    let reader: LibNFCReader

    /// Opens a reader over a field, passes both to `body`, and closes both even if `body` throws.
    static func run<Value: Sendable>(
        _ products: [String] = [], faults: FaultPlan = FaultPlan(), lineFaults: [Int: LineFault] = [:],
        pace: VirtualReader.Pace = .atOnce, _ body: (LibNFCBench) async throws -> Value
    ) async throws -> Value {
        let field = VirtualField(try tags(products), faults: faults)
        let chip = try VirtualReader(field, pace: pace, lineFaults: lineFaults)
        defer { chip.stop() }
        let reader = try await LibNFCReader.open(connstring: chip.connstring)
        do {
            let value = try await body(LibNFCBench(chip: chip, reader: reader))
            await reader.close()
            return value
        } catch {
            await reader.close()
            throw error
        }
    }

    /// Factory-fresh tags; the n-th has the UID 04 n0 n1 n2 n3 n4 n5.
    static func tags(_ products: [String]) throws -> [any VirtualTag] {
        try products.enumerated().map { index, product in
            let image = try #require(TagImage.factory(product: product, uid: uid(index)))
            return try makeVirtualTag(from: image)
        }
    }

    /// The UID of the n-th tag of a bench.
    static func uid(_ index: Int) -> [UInt8] {
        [0x04] + (0..<6).map { UInt8(index + 1) << 4 | $0 }
    }

    /// Puts a listener into the field.
    func listen() -> Listener {
        let listener = Listener()
        chip.change { $0.insert(listener) }
        return listener
    }

    /// Selects the only tag, which is already in the field.
    @discardableResult
    func select() async throws -> SelectedTag { try await reader.select(within: .seconds(1)) }

    /// The code of the error that `body` throws, and how long it takes to do so.
    func failure(_ body: () async throws -> Any) async -> (code: TagError.Code?, after: Duration) {
        let start = ContinuousClock.now
        let code = await code(body)
        return (code, ContinuousClock.now - start)
    }
}
