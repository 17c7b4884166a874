public import Dependents
import MoneyKit
public import SimulationKit
import TimeKit

extension Dependent {
    /// Makes a random dependent: names of both directions, services with hyphens and HTML, due before or
    /// after the bench's start.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of the id.
    ///   - hasFee: Whether there is a fee; nil for a random choice.
    public static func drawn(
        from generator: inout SeededGenerator, prefix: String = "dep", hasFee: Bool? = nil
    ) throws -> Dependent {
        let names = [
            "حسام", "سارة", "Mary-Ann O'Neil", "<b>نور</b> & \"co\"", "محمد عبد الله", "李 小龍", "123 عمر",
        ]
        let services = [
            "اصدار رخصة", "تجديد جواز سفر", "Licence (A1)", "نقل - ملكية", "خدمة 7 & <i>أخرى</i>",
        ]
        let relationships = ["ولدك", "ابنتك", "زوجتك", "father", "أمك"]
        let days = Int.random(in: -400...400, using: &generator)
        let hasFee = hasFee ?? Bool.random(using: &generator)
        return try Dependent(
            id: "\(prefix)_\(UInt64.random(in: .min ... .max, using: &generator))",
            name: names.randomElement(using: &generator) ?? "",
            relationship: relationships.randomElement(using: &generator) ?? "",
            serviceType: services.randomElement(using: &generator) ?? "",
            due: MoneyBench.start.date.adding(days: days),
            fee: hasFee ? Money(.random(in: 200...500_000_00, using: &generator), .sar) : nil)
    }

    /// Makes one to eight random dependents.
    public static func list(
        from generator: inout SeededGenerator, prefix: String = "dep", hasFee: Bool? = nil
    ) throws -> [Dependent] {
        try (0..<Int.random(in: 1...8, using: &generator)).map { _ in
            try drawn(from: &generator, prefix: prefix, hasFee: hasFee)
        }
    }
}
