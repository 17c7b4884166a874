import MoneyKit
import Processor
import TimeKit

/// A list of the processor that is read from where the last reading ended.
public enum ProcessorList: String, Hashable, Sendable, CaseIterable {
    case events, disputes
    /// The events of new transfers, which only a reconciliation reads.
    case transfers
}
