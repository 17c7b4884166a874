import DatabaseKit
import Giving
package import PaymentCore
package import TapServer

extension DataFolder {
    /// The e-mails that are waiting to be sent. With PostgreSQL, they are rows of a table; otherwise, they
    /// are files in the data folder.
    package var emails: any EmailOutbox {
        let database = giving.database
        guard database.servesSeveralNodes else { return MailSpool(outbox) }
        return LetterTable(on: database, clock: clock, random: systemRandom)
    }
}

extension JobLease {
    /// Returns a new random id that identifies this process as the holder of leases.
    package static func newHolder() -> String { "node_" + String(systemRandom(), radix: 16) }
}
