import Documents
import InvocationRouter

extension Route {
    /// What the URL says, one line a fact.
    func lines(style: Style) -> [(label: String, value: String)] {
        switch self {
        case .gift(let invocation): [("route", "a gift")] + invocation.lines(style: style)
        case .payment(let token): [("route", "a payment"), ("token", style.bold(token))]
        case .plan(let code): [("route", "a plan"), ("plan", style.bold(code))]
        case .managedTag(let id):
            [("route", "a managed tag; the registry says where it leads"), ("tag", style.bold(id))]
        }
    }
}
