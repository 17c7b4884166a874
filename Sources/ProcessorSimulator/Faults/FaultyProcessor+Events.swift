public import Processor

extension FaultyProcessor {
    /// Events as the plan tells them. The last one of a page that is not the last page is always told, and last, so
    /// that a caller can go on behind it.
    public func events(ofTypes types: [String], _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<ProcessorEvent>
    {
        let page = try await pass(.events) { () async throws(ProcessorError) in
            try await base.events(ofTypes: types, query)
        }
        return ListPage(line.told(page.data, hasMore: page.hasMore, id: \.id), hasMore: page.hasMore)
    }
}
