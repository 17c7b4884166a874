import MoneyKit
import TimeKit

@testable import Giving

/// An organization, a fund, a donor and gifts for tests of receipts and statements.
enum Samples {
    static let now = Timestamp("2026-03-01T18:00:00Z")

    static func organization(
        _ id: String = "WoodlandsChurch", _ name: String = "Woodlands Church",
        _ change: (inout OrganizationFields) -> Void = { _ in }
    ) throws -> Organization {
        var fields = OrganizationFields(displayName: name)
        fields.timeZone = "America/Chicago"
        fields.taxID = "12-3456789"
        change(&fields)
        return try Organization.make(id: id, fields, at: now)
    }

    static func fund(
        _ id: String = "7", _ name: String = "Building", of organization: String = "WoodlandsChurch"
    )
        -> Fund
    {
        Fund(
            id: id, organization: organization, name: name, isOpen: true, offersOneTime: true,
            offersMonthly: true, created: now)
    }

    static func donor(_ id: String = "donor_1") -> Donor {
        Donor(id: id, email: "\(id)@example.org", created: now)
    }

    static func giver(_ id: String = "donor_1", _ name: String = "A Donor") throws -> DonorDetails {
        try DonorDetails(name: name, email: "\(id)@example.org", phone: "+1 555 0100")
    }

    /// Makes a paid gift of 50.00 with a covered fee of 1.80.
    static func gift(
        _ id: String = "gift_1", to organization: String = "WoodlandsChurch", minor: Int64 = 5_000,
        cover: Int64 = 180, currency: Currency = .usd, paidAt: Timestamp = now
    ) -> Gift {
        Gift(
            id: id, organization: organization, fund: "7", fundName: "Building", timeZone: "America/Chicago",
            donor: "donor_1",
            giver: try? giver(), amount: Money(minor, currency),
            coveredFeeMinor: cover, feeMinor: cover, status: .succeeded, countedMinor: minor,
            created: paidAt, paidAt: paidAt)
    }
}

extension Gift {
    /// Returns the gift after a refund, which reduces the fund's amount first.
    func refunded(_ minor: Int64) -> Gift {
        var gift = self
        gift.refundedMinor = minor
        gift.countedMinor = max(0, amount.minorUnits - minor)
        gift.status = minor >= total.minorUnits ? .refunded : .partiallyRefunded
        return gift
    }
}
