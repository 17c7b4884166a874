import Dependents
import Foundation
import MoneyKit
import SimulationKit
import TestSupport
import TimeKit

extension Dependent {
    /// The first of the sample, or one that differs from it.
    static func example(
        id: String = "dep_husam", name: String = "حسام", due: String = "2026-01-16",
        fee: Money? = Money(200_00, .sar)
    ) throws -> Dependent {
        try Dependent(
            id: id, name: name, relationship: "ولدك", serviceType: "اصدار رخصة",
            due: CalendarDate(iso8601: due) ?? Timestamp(seconds: 0).date, fee: fee)
    }

    /// Anybody, with a fee or without.
    static func drawn(from generator: inout SeededGenerator, hasFee: Bool? = nil) throws -> Dependent {
        let names = [
            "حسام", "سارة", "Mary-Ann O'Neil", "<b>نور</b> & \"co\"", "محمد عبد الله", "李 小龍", "123 عمر",
        ]
        let services = [
            "اصدار رخصة", "تجديد جواز سفر", "Licence (A1)", "نقل - ملكية", "خدمة 7 & <i>أخرى</i>",
        ]
        let relationships = ["ولدك", "ابنتك", "زوجتك", "father", "أمك"]
        let offset = Int.random(in: -400...400, using: &generator)
        let hasFee = hasFee ?? Bool.random(using: &generator)
        return try Dependent(
            id: "dep_\(UInt32.random(in: .min ... .max, using: &generator))",
            name: names.randomElement(using: &generator) ?? "",
            relationship: relationships.randomElement(using: &generator) ?? "",
            serviceType: services.randomElement(using: &generator) ?? "",
            due: Timestamp(seconds: 1_767_517_200).date.adding(days: offset),
            fee: hasFee ? Money(Int64.random(in: 200...10_000_000_00, using: &generator), .sar) : nil)
    }

    /// A few of them, with one id each.
    static func list(from generator: inout SeededGenerator, hasFee: Bool? = nil) throws -> [Dependent] {
        var byID: [String: Dependent] = [:]
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
            let dependent = try drawn(from: &generator, hasFee: hasFee)
            byID[dependent.id] = dependent
        }
        return byID.values.sorted { $0.id < $1.id }
    }
}

/// A guardian and dependents, as a file has them.
struct Enrollment: Decodable {
    let guardian: Guardian
    let dependents: [Dependent]

    /// `fixtures/dependents/sample.json`.
    static func sample() throws -> Enrollment {
        let file = SharedFixtures.projectFolder.appending(path: "fixtures/dependents/sample.json")
        return try JSONDecoder().decode(Enrollment.self, from: Data(contentsOf: file))
    }
}
