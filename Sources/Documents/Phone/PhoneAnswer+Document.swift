package import InvocationRouter

extension PhoneAnswer {
    /// Returns the JSON document of a phone's reaction.
    package func document(of phone: Phone) -> JSONValue {
        [
            "system": phone.system.rawValue.json, "app": phone.app.json, "action": action.code.json,
            "target": action.target.json,
            "steps": .array(
                steps.map { step in
                    [
                        "sentence": step.sentence.json, "source": step.source.title.json,
                        "source_url": step.source.url.json,
                    ]
                }),
        ]
    }
}

extension PhoneAction {
    /// The app, App Clip or URL to which the action refers, or nil if the phone does nothing.
    fileprivate var target: String? {
        switch self {
        case .nothing: nil
        case .app(let id), .appWithoutURL(let id), .store(let id), .clipCard(let id, _),
            .clipUnavailable(let id):
            id
        case .browser(let url), .chooser(let url), .system(let url): url
        }
    }
}

extension OtherPhone {
    /// The JSON document of the phone and its reaction.
    package var document: JSONValue {
        let head: JSONValue = ["name": name.json]
        guard case .object(let members) = answer.document(of: phone) else { return head }
        return members.reduce(head) { $0.adding($1.key, $1.value) }
    }
}
