import InvocationRouter

extension Invoked {
    /// Returns the JSON document that describes how a tapped URL is handled.
    ///
    /// - Parameter head: The first fields of the document, starting with `object`.
    package func document(head: JSONValue = ["object": "invoke"]) -> JSONValue {
        let found = try? route?.get()
        return
            head
            .adding("ok", .bool(failure == nil && url != nil))
            .adding("url", url.json)
            .adding("route", JSONValue(found?.kind))
            .adding("name", JSONValue(found?.name))
            .adding("invocation", invocationDocument ?? nil)
            .adding("error", errorDocument ?? nil)
            .adding("resolution", (try? resolution?.get())?.document ?? nil)
            .adding("phones", .array(answers.map { $0.answer.document(of: $0.phone.phone) }))
            .adding("other_phones", .array(others.map(\.document)))
    }

    private var invocationDocument: JSONValue? {
        guard let url, case .success(.gift(let invocation)) = route else { return nil }
        return invocation.document(of: url)
    }

    private var errorDocument: JSONValue? {
        if case .failure(let error) = route { return error.document }
        if case .failure(let error) = resolution { return error.document }
        return nil
    }
}
