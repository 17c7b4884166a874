package import Plans

extension QuotaDecision {
    package func document(of status: PlanStatus) -> JSONValue {
        var code: String?
        var title: String?
        var message: String?
        switch self {
        case .allow: break
        case .allowWithWarning(let warning): message = warning
        case .denyUpgrade(let upgrade):
            (code, title, message) = (upgrade.code.rawValue, upgrade.title, upgrade.message)
        }
        return [
            "object": "plan_decision", "subscriber": .string(status.subscriber),
            "plan": .string(status.plan.id), "allowed": .bool(isAllowed), "code": JSONValue(code),
            "title": JSONValue(title), "message": JSONValue(message),
        ]
    }
}
