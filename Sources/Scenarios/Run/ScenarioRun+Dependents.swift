import DataFolderKit
import DatabaseKit
import Dependents
import Documents
import MoneyKit
import PaymentCore
import SimulationKit
import TimeKit

extension ScenarioRun {
    package func enroll(_ dependent: ScenarioDependent) async throws -> Outcome {
        let due = world.clock.now.adding(seconds: Int64(dependent.dueInDays) * 86_400).date
        let enrolled = try Dependent(
            id: dependent.name, name: dependent.name, relationship: "child", serviceType: "A service",
            due: due, fee: try dependent.fee.map { try Money(parsing: $0, in: .sar) })
        let guardian = Guardian(id: "grd_scenario", name: "A Guardian", email: "guardian@example.org")
        try await world.products.dependents.enroll([enrolled], of: guardian, at: dependent.org)
        return Outcome(text: "listed")
    }

    package func approve(_ approval: ScenarioApproval) async throws -> Outcome {
        let (service, method) = (world.products.dependents, cards[approval.method] ?? approval.method)
        let outcome = await payAtOnce(approval.times) {
            try await service.approve(approval.dependent, method: method).payment
        }
        guard let passed = approval.passesChallenge, outcome.refusal == nil,
            let payment = try await service.review(approval.dependent).enrolled.payment
        else { return outcome }
        return try await answerBank(about: payment, passed)
    }

    package func found(_ field: ScenarioDependentField, ofDependent name: String) async throws -> String {
        let review = try await world.products.dependents.review(name)
        switch field {
        case .status: return review.enrolled.status.rawValue
        case .remaining: return String(review.remaining.days)
        }
    }
}
