package import Plans

/// The decision on whether a subscriber's plan allows an action.
package struct PlanDecision: Documented {
    fileprivate let decision: QuotaDecision
    fileprivate let status: PlanStatus

    private var upgrade: UpgradeRequired? {
        if case .denyUpgrade(let upgrade) = decision { upgrade } else { nil }
    }

    private var message: String? {
        switch decision {
        case .allow: nil
        case .allowWithWarning(let warning): warning
        case .denyUpgrade(let upgrade): upgrade.message
        }
    }

    package static let fields = DocumentFields<PlanDecision>("plan_decision") {
        Field("subscriber") { $0.status.subscriber }
        Field("plan") { $0.status.plan.id }
        Field("allowed") { $0.decision.isAllowed }
        Field("code", "upgrade_required or quota_exceeded if the action is not allowed") {
            $0.upgrade?.code.rawValue
        }
        Field("title") { $0.upgrade?.title }
        Field("message", "the message to show; a warning if the action is allowed") { $0.message }
    }
}

extension QuotaDecision {
    package func document(of status: PlanStatus) -> JSONValue {
        PlanDecision(decision: self, status: status).document
    }
}
