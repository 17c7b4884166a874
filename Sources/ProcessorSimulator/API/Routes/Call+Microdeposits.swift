import Processor
import TextKit

extension Call {
    /// Returns the microdeposits in a request: either amounts or a descriptor code. Throws an error if the
    /// request does not contain exactly one of the two.
    func microdeposits() throws -> Microdeposits {
        try require(
            has("amounts") != has("descriptor_code"), "parameter_missing",
            "You must pass exactly one of `amounts` or `descriptor_code`.", parameter: "amounts")
        if let code = self["descriptor_code"].string { return .descriptorCode(code) }
        return .amounts(self["amounts"].elements.compactMap(\.integer))
    }
}
