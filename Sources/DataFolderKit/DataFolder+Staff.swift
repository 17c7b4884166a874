import DatabaseKit
package import StaffAccess

extension DataFolder {
    /// The people who sign in to `/admin`.
    package var staff: StaffDesk {
        StaffDesk(database: file, clock: clock, random: systemRandom)
    }

    /// The keys of programs that use `/api`.
    package var apiKeys: APIKeyDesk {
        APIKeyDesk(database: file, clock: clock, random: systemRandom)
    }
}
