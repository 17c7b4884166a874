import Contracts
import DatabaseKit
import Documents
import Giving
import Payees
import PaymentCore
import TextKit

extension ProductStats {
    /// The same for a person, without gifts, which are counted by their own status; nil where there is nothing.
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
