import Contracts
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Testing

/// The payment request that a wallet shows for a part of a contract.
@Suite struct ContractSheetTests {
    // C0-17
    @Test(
        "a part's payment request has its lines, its total and the payee's name",
        arguments: [
            (.upfront, 1, ["A house", "Ada Builder"], [50_000_00, 50_000_00]),
            (.parts(3333, 6667), 1, ["Part 1", "Ada Builder"], [16_665_00, 16_665_00]),
            (.parts(3333, 6667), 2, ["Part 2", "Ada Builder"], [33_335_00, 33_335_00]),
            (
                .afterCompletion, 1, ["A house", "Service fee", "Ada Builder"],
                [50_000_00, 2_500_00, 52_500_00]
            ),
        ] as [(PaymentStructure, Int, [String], [Int64])])
    func lines(structure: PaymentStructure, part: Int, labels: [String], amounts: [Int64]) async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let contract = try await world.sent(world.form(structure))
        let request = try #require(try contract.paymentRequest(for: part))
        #expect(request.paymentSummaryItems.map(\.label) == labels)
        #expect(request.paymentSummaryItems.map(\.amount) == amounts.map { Money($0, .usd) })
        #expect(request.currencyCode == "USD" && request.countryCode == "US" && request.recurring == nil)
        #expect(request.requiredContactFields == [.emailAddress, .phoneNumber, .name])
        #expect(request.merchantCapabilities.contains("threeDSecure"))
        for none in [0, contract.instalments.count + 1] {
            #expect(try contract.paymentRequest(for: none) == nil)
        }
    }

    // C0-29
    @Test("the merchant identifier is the required one, unless another is configured")
    func merchant() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let contract = try await world.sent(world.form())
        let standard = try contract.paymentRequest(for: 1)
        #expect(standard?.merchantIdentifier == "merchant.com.affilia.payments")
        let other = try contract.paymentRequest(for: 1, merchant: "merchant.org.example")
        #expect(other?.merchantIdentifier == "merchant.org.example")
    }
}
