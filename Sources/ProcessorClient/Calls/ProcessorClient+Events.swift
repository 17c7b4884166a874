public import Processor

extension ProcessorClient {
    /// What happened in the last 30 days, newest first; what is about things that nobody here knows is left out.
    ///
    /// A page of nothing but such things is followed by the next one: a caller goes on behind what it was given.
    public func events(_ query: ListQuery) async throws(ProcessorError) -> ListPage<ProcessorEvent> {
        var query = query
        while true {
            var form = Form()
            form.add(query)
            let answer: EventListAnswer = try await ask("GET", "/v1/events", form)
            var events: [ProcessorEvent] = []
            for told in answer.data {
                if let event = try told.noun() { events.append(event) }
            }
            guard events.isEmpty, answer.hasMore, let last = answer.data.last else {
                return ListPage(events, hasMore: answer.hasMore)
            }
            query.startingAfter = last.id
        }
    }
}
