import DatabaseKit
import Foundation
import Processor
import ProcessorSimulator
import TimeKit

/// Payments that are stored before a measurement.
enum Payments {
    /// Opens the processor in a folder, by default with the system's clock.
    static func processor(in folder: String, clock: WallClock = world) throws -> SimulatedProcessor {
        let file = try DatabaseFile.open(
            at: folder + "/processor.sqlite", migrations: SimulatedProcessor.migrations)
        return SimulatedProcessor(file: file, clock: clock, seed: 1)
    }

    static let world = WallClock { Timestamp(seconds: Int64(Date().timeIntervalSince1970)) }

    /// Makes payments through the engine, 64 at a time.
    static func make(_ count: Int, in folder: String) async throws {
        let processor = try processor(in: folder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for caller in 0..<64 {
                group.addTask {
                    for number in stride(from: caller, to: count, by: 64) {
                        _ = try await processor.create(
                            PaymentIntent.Create(
                                amount: 5_000, currency: .usd, paymentMethod: "pm_card_visa", confirm: true),
                            key: IdempotencyKey("made-\(number)"))
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
