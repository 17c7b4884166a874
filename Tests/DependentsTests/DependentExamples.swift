import Dependents
import Foundation
import MoneyKit
import TestSupport
import TimeKit

extension Dependent {
    /// Returns the first dependent of the sample, with changes.
    static func example(
        id: String = "dep_husam", name: String = "حسام", due: String = "2026-01-16",
        fee: Money? = Money(200_00, .sar)
    ) throws -> Dependent {
        try Dependent(
            id: id, name: name, relationship: "ولدك", serviceType: "اصدار رخصة",
            due: CalendarDate(iso8601: due) ?? Timestamp(seconds: 0).date, fee: fee)
    }
}

/// A guardian and dependents, in the format of an enrollment file.
struct Enrollment: Decodable {
    let guardian: Guardian
    let dependents: [Dependent]

    /// Reads `fixtures/dependents/sample.json`.
    static func sample() throws -> Enrollment {
        let file = SharedFixtures.projectFolder.appending(path: "fixtures/dependents/sample.json")
        return try JSONDecoder().decode(Enrollment.self, from: Data(contentsOf: file))
    }
}
