import DatabaseKit
package import StaffAccess

extension DataFolder {
    /// The service for the people who sign in to `/admin`.
    package var staff: StaffDesk {
        StaffDesk(database: file, clock: clock, random: systemRandom)
    }

    /// The service for the API keys of programs that use `/api`.
    package var apiKeys: APIKeyDesk {
        APIKeyDesk(database: file, clock: clock, random: systemRandom)
    }
}
