/// The services, owner and access check that a live view or an export needs in addition to the request.
struct StreamAccess {
    let hub: LiveFeedHub
    let exports: StreamQuota
    let owner: StreamOwner
    /// The id of the last event that a reconnecting browser received. Nil for a new connection.
    let lastEventID: String?
    /// Returns whether the session still gives access to the requested page.
    let isAdmitted: @Sendable () async -> Bool
    /// Reports the error that ended a stream.
    let failed: ErrorReport
}
