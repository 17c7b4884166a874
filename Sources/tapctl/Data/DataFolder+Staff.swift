import DatabaseKit
import StaffAccess

extension DataFolder {
    /// Those who sign in to `/admin`. Their passwords' salts and their tokens come from the world's chance alone, whatever
    /// seed a run has: they must not be guessed.
    var staff: StaffDesk<DatabaseFile> {
        StaffDesk(units: file, clock: clock, random: { UInt64.random(in: .min ... .max) })
    }

    /// The programs that are let in to `/api`; their secrets come from the world's chance, too.
    var apiKeys: APIKeyDesk<DatabaseFile> {
        APIKeyDesk(units: file, clock: clock, random: { UInt64.random(in: .min ... .max) })
    }
}
