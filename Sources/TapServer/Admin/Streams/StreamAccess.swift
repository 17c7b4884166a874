/// The additional data of a request for a live view or an export.
struct StreamAccess: Sendable {
    let hub: LiveFeedHub
    let exports: StreamQuota
    let owner: StreamOwner
    /// The id of the last event that a reconnecting browser received. Nil if the browser connects for the first time.
    let lastEventID: String?
    /// Returns whether the session still gives access to this organization's gifts.
    let isAdmitted: @Sendable () async -> Bool
    /// Reports the error that ended a stream.
    let failed: @Sendable (any Error) -> Void
}
