public import Processor

extension ProcessorClient {
    /// What happened in the last 30 days, newest first; what is about things that nobody here knows is left out.
    ///
    /// A page of nothing but such things is followed by the next one: a caller goes on behind what it was given.
    public func events(ofTypes types: [String], _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<ProcessorEvent>
    {
        var query = query
        while true {
            var form: Form = [:]
            for (place, type) in types.enumerated() { form.add("types[\(place)]", type) }
            form.add(query)
            let answer: EventListAnswer<EventAnswer> = try await ask("GET", "/v1/events", form)
            var events: [ProcessorEvent] = []
            for told in answer.data {
                if let event = try told.noun() { events.append(event) }
            }
            guard events.isEmpty, answer.hasMore, let last = answer.data.last else {
                return ListPage(events, hasMore: answer.hasMore)
            }
            query.startingAfter = last.head.id
        }
    }

    /// What happened, newest first, whatever it is about.
    ///
    /// - Parameter type: Only events of this type, `charge.refunded`.
    public func eventHeads(ofType type: String? = nil, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<EventHead>
    {
        var form: Form = ["type": type]
        form.add(query)
        let answer: EventListAnswer<EventHead> = try await ask("GET", "/v1/events", form)
        return ListPage(answer.data, hasMore: answer.hasMore)
    }
}
