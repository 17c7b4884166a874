import Dependents
import Foundation
import MoneyKit
import TestSupport
import TimeKit

extension Dependent {
    /// The first of the sample, or one that differs from it.
    static func example(
        id: String = "dep_husam", name: String = "حسام", due: String = "2026-01-16",
        fee: Money? = Money(200_00, .sar)
    ) throws -> Dependent {
        try Dependent(
            id: id, name: name, relationship: "ولدك", serviceType: "اصدار رخصة",
            due: CalendarDate(iso8601: due) ?? Timestamp(seconds: 0).date, fee: fee)
    }
}

/// A guardian and dependents, as a file has them.
struct Enrollment: Decodable {
    let guardian: Guardian
    let dependents: [Dependent]

    /// `fixtures/dependents/sample.json`.
    static func sample() throws -> Enrollment {
        let file = SharedFixtures.projectFolder.appending(path: "fixtures/dependents/sample.json")
        return try JSONDecoder().decode(Enrollment.self, from: Data(contentsOf: file))
    }
}
