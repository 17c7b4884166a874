import Foundation
public import PaymentCore
public import TimeKit

/// An organization that provides services and receives the fees for these services.
public struct Agency: Hashable, Sendable {
    /// The agency's id in the directory. Each dependent is enrolled with one agency.
    public let id: String
    /// The name by which guardians know the agency.
    public let name: String
    /// The agency's connected account, or nil if it has no account. The account is read from the directory,
    /// never from a request.
    public let payee: String?
    private let zone: TimeZone

    /// Creates an agency. Returns nil if the time zone is not a known IANA time zone.
    public init?(id: String, name: String, timeZone: String = "Asia/Riyadh", payee: String? = nil) {
        guard timeZone.contains("/") || timeZone == "UTC", let zone = TimeZone(identifier: timeZone) else {
            return nil
        }
        self.id = id
        self.name = name
        self.payee = payee
        self.zone = zone
    }

    /// Returns the calendar date of a timestamp in the agency's time zone.
    public func date(of time: Timestamp) -> CalendarDate {
        let moment = Date(timeIntervalSince1970: TimeInterval(time.seconds))
        return time.date(offsetSeconds: Int64(zone.secondsFromGMT(for: moment)))
    }

    /// The kind of charge for the agency's fees. If the agency has an account, that account receives the fee.
    /// Otherwise, the platform receives the fee and owes it to the agency.
    var chargeForm: ChargeForm {
        payee.map { .destination(payee: $0) } ?? .platform(revenue: .dependentFee)
    }
}

extension LedgerAccount {
    /// The ledger account for the fees of agencies that have no account at the processor.
    public static let dependentFee = LedgerAccount(rawValue: "revenue:dependent_fee")
}
