import DatabaseKit
import StaffAccess

extension DataFolder {
    /// The people who sign in to `/admin`.
    var staff: StaffDesk {
        StaffDesk(database: file, clock: clock, random: systemRandom)
    }

    /// The keys of programs that use `/api`.
    var apiKeys: APIKeyDesk {
        APIKeyDesk(database: file, clock: clock, random: systemRandom)
    }
}
