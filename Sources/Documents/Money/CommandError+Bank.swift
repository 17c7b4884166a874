import FailureKit
package import Giving

extension CommandError {
    /// A bank's statement that cannot be read, with the option that helps.
    package init(_ error: BankError) {
        let option =
            switch error.code {
            case .noDateColumn: "--date NAME"
            case .noAmountColumn: "--amount NAME"
            case .ambiguousDate: "--date-order dmy or --date-order mdy"
            case .ambiguousAmount: "--decimal point or --decimal comma"
            default: ""
            }
        self.init(
            .malformed, code: error.code.rawValue, "line \(error.line): \(error.summary)",
            reason: error.reason,
            remedy: option.isEmpty ? error.remedy : "\(error.remedy): \(option)")
    }
}
