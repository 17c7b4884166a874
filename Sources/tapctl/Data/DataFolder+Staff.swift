import DatabaseKit
import StaffAccess

extension DataFolder {
    /// The people who sign in to `/admin`.
    var staff: StaffDesk<DatabaseFile> {
        StaffDesk(units: file, clock: clock, random: systemRandom)
    }

    /// The keys of programs that use `/api`.
    var apiKeys: APIKeyDesk<DatabaseFile> {
        APIKeyDesk(units: file, clock: clock, random: systemRandom)
    }
}
