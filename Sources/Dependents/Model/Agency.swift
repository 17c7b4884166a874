import Foundation
public import PaymentCore
public import TimeKit

/// Who provides the services and gets the fees.
public struct Agency: Hashable, Sendable {
    /// As the directory has it: what is enrolled is enrolled with one agency, and paid to no other.
    public let id: String
    /// As guardians know it.
    public let name: String
    /// Its connected account, from the configuration and nowhere else; nil where it has none.
    public let payee: String?
    private let zone: TimeZone

    /// An agency; nil where there is no time zone of this IANA name.
    public init?(id: String, name: String, timeZone: String = "Asia/Riyadh", payee: String? = nil) {
        guard timeZone.contains("/") || timeZone == "UTC", let zone = TimeZone(identifier: timeZone) else {
            return nil
        }
        self.id = id
        self.name = name
        self.payee = payee
        self.zone = zone
    }

    /// The day of a moment by its own clocks.
    public func date(of time: Timestamp) -> CalendarDate {
        let moment = Date(timeIntervalSince1970: TimeInterval(time.seconds))
        return time.date(offsetSeconds: Int64(zone.secondsFromGMT(for: moment)))
    }

    /// How a fee is charged: at once to its account where it has one; else all is the platform's, which owes it.
    public var chargeForm: ChargeForm {
        payee.map { .destination(payee: $0) } ?? .platform(revenue: .dependentFee)
    }
}

extension LedgerAccount {
    /// The fees of dependents' services of an agency without an account.
    public static let dependentFee = LedgerAccount(rawValue: "revenue:dependent_fee")
}
