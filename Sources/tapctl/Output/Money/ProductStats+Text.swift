import Contracts
import DatabaseKit
import Documents
import Giving
import Payees
import PaymentCore
import TextKit

extension ProductStats {
    /// The text for a person, without gifts, which have counts of their own; nil if there is nothing to count.
    func text(style: Style) -> String? {
        let agreed = ContractStatus.allCases.compactMap { status in
            contracts[status].map { ["contract", status.word, String($0)] }
        }
        let paid = payments.filter { $0.kind != GivingPolicy.kind }.map {
            ["\($0.kind.replacing("_", with: " ")) payment", $0.state.word, String($0.count)]
        }
        guard !(agreed + paid).isEmpty else { return nil }
        return table([["what", "state", "count"]] + agreed + paid, numbers: ["count"], style: style)
    }
}
