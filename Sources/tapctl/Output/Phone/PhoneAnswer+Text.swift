import Documents
import InvocationRouter

extension PhoneAnswer {
    /// Returns the phone's action, followed by the steps of its decision.
    func text(style: Style) -> String {
        ([style.bold(action.sentence)] + steps.map { style.dim($0.sentence) }).joined(separator: "\n")
    }
}

extension OtherPhone {
    /// Returns the action of this variant of a phone, such as a locked phone, followed by the decision steps
    /// that only this variant takes.
    func text(style: Style) -> String {
        ([answer.action.sentence] + ownSteps.map { style.dim($0.sentence) }).joined(separator: "\n")
    }
}

extension PhoneAction {
    /// The phone's action as human-readable text.
    var sentence: String {
        switch self {
        case .nothing: "nothing happens"
        case .app: "the app opens with the URL"
        case .clipCard(_, let title):
            "the App Clip's card appears" + (title.isEmpty ? "" : ": \(printable(title))")
        case .clipUnavailable: "“App Clip Unavailable” can appear"
        case .browser: "the browser opens the page"
        case .chooser: "the phone asks which app opens the page"
        case .system: "a system app opens the content"
        case .appWithoutURL: "the app starts, without the URL"
        case .store: "the store offers the app"
        }
    }
}
