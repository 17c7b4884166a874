import Processor

/// The length of a schedule's period.
public enum ChargeInterval: String, Sendable, Codable, CaseIterable {
    case month, year

    /// The number of months in a period.
    public var months: Int {
        switch self {
        case .month: 1
        case .year: 12
        }
    }

    /// The corresponding price interval at the processor.
    var ofPrice: Price.Interval {
        switch self {
        case .month: .month
        case .year: .year
        }
    }
}
