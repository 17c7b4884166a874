/// The additional data that a request for a live view or an export needs.
struct StreamAccess: Sendable {
    let hub: LiveFeedHub
    let exports: StreamQuota
    let owner: StreamOwner
    /// The id of the event after which a reconnecting browser continues; nil if the browser connects for the first
    /// time.
    let lastEventID: String?
    /// Returns whether the session still gives access to this organization's gifts.
    let isAdmitted: @Sendable () async -> Bool
    /// Reports an error that ends a stream.
    let failed: @Sendable (any Error) -> Void
}
