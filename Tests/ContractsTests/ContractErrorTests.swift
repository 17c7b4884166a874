import Contracts
import Testing

@Suite struct ContractErrorTests {
    @Test("an error without a list of problems says what to do", arguments: ContractError.Code.allCases)
    func withoutProblems(code: ContractError.Code) {
        let error = ContractError(code)
        #expect(!error.summary.isEmpty && !error.summary.hasPrefix("0 "))
        #expect(!error.remedy.isEmpty)
    }
}
