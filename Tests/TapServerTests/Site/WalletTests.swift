import Bookings
import Contracts
import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TapServer
import Testing

/// Paying with a wallet, and with a phone whose wallet cannot pay (C0-52, B3-50).
@Suite struct WalletTests {
    private static let ready = WalletDevice()
    private static let obstructed = WalletDevice.Obstacle.allCases.map { WalletDevice(obstacles: [$0]) }
    private static let button = "name=\"by\" value=\"wallet\""
    private static let missing = "Apple Pay is not available on this phone. Please choose a card."

    /// The wallet of a payment's card.
    private static func wallet(of payment: String, in money: MoneyBench) async throws -> String? {
        let intent = try #require(try await money.file.read { try $0.payment(payment)?.intent })
        let method = try #require(try await money.processor.paymentIntent(intent).paymentMethod)
        return try await money.processor.paymentMethod(method).card?.wallet
    }

    // C0-01, C0-52
    @Test("a contract is paid from the wallet when the phone has one")
    func contractEnabledAndSuccess() async throws {
        try await ContractBench.with(wallet: Self.ready) { bench in
            let (contract, link) = try await bench.sent()
            #expect(await bench.site.open(link).html.contains(">Pay with Apple Pay</button>"))
            let page = await bench.site.send(link, ["method": "pm_card_visa", "by": "wallet"])
            #expect(page.html.contains("Payment confirmed"))
            let paid = try await bench.service.contract(contract.id)
            #expect(paid.status == .active && paid.instalment(1)?.paidMinor == 50_000_00)
            let payment = try #require(paid.instalment(1)?.payment)
            #expect(try await Self.wallet(of: payment, in: bench.money) == "apple_pay")
            // The builder of the contract is paid, less 5 %.
            let payee = LedgerAccount.payee(contract.terms.payee)
            let balance = try await bench.money.file.read { try $0.balance(of: payee, in: .usd) }
            #expect(balance == -47_500_00)
        }
    }

    // C0-52
    @Test("a declined wallet leaves the contract to another card, or to the wallet again")
    func contractFailure() async throws {
        for means in ["card", "wallet"] {
            try await ContractBench.with(wallet: Self.ready) { bench in
                let (contract, link) = try await bench.sent()
                let declined = await bench.site.send(
                    link, ["method": "pm_card_visa_chargeDeclined", "by": "wallet"])
                #expect(declined.html.contains("Card declined. Please try another card or payment method."))
                #expect(try await bench.service.contract(contract.id).instalment(1)?.paidAt == nil)
                let paid = await bench.site.send(link, ["method": "pm_card_visa", "by": means])
                #expect(paid.html.contains("Payment confirmed"))
                let payment = try #require(
                    try await bench.service.contract(contract.id).instalment(1)?.payment)
                let wallet = means == "wallet" ? "apple_pay" : nil
                #expect(try await Self.wallet(of: payment, in: bench.money) == wallet)
            }
        }
    }

    // C0-52
    @Test("without a wallet, a contract's page offers only the card", arguments: obstructed)
    func contractDisabled(device: WalletDevice) async throws {
        try await ContractBench.with(wallet: device) { bench in
            let (contract, link) = try await bench.sent()
            let page = await bench.site.open(link)
            #expect(!page.html.contains(Self.button) && page.html.contains("Card (test cards only)"))
            // A form from a page opened on another phone charges nothing.
            let refused = await bench.site.send(link, ["method": "pm_card_visa", "by": "wallet"])
            #expect(refused.status == 422 && refused.html.contains(Self.missing))
            #expect(try await bench.service.contract(contract.id).instalment(1)?.payment == nil)
            #expect(await bench.pay(link).html.contains("Payment confirmed"))
        }
    }

    // B3-04, B3-50
    @Test("a quote is paid from the wallet when the phone has one, and a declined wallet leaves it open")
    func booking() async throws {
        try await WorkBench.with(wallet: Self.ready) { bench in
            let (quote, link) = try await bench.quoted()
            #expect(await bench.site.open(link).html.contains(Self.button))
            let declined = await bench.site.send(
                link, ["method": "pm_card_visa_chargeDeclined", "by": "wallet"])
            #expect(declined.html.contains("Card declined.") && declined.html.contains(Self.button))
            #expect(try await bench.job(of: quote) == nil)
            let page = await bench.site.send(link, ["method": "pm_card_visa", "by": "wallet"])
            #expect(page.html.contains("Payment confirmed"))
            let job = try #require(try await bench.job(of: quote))
            #expect(try await Self.wallet(of: job.payment, in: bench.money) == "apple_pay")
        }
    }

    // B3-50
    @Test("without a wallet, a quote's page offers only the card", arguments: obstructed)
    func bookingDisabled(device: WalletDevice) async throws {
        try await WorkBench.with(wallet: device) { bench in
            let (quote, link) = try await bench.quoted()
            #expect(await !bench.site.open(link).html.contains(Self.button))
            let refused = await bench.site.send(link, ["method": "pm_card_visa", "by": "wallet"])
            #expect(refused.status == 422 && refused.html.contains(Self.missing))
            #expect(try await bench.job(of: quote) == nil)
            #expect(await bench.pay(link).html.contains("Payment confirmed"))
        }
    }

    @Test("without a wallet, a gift can only be made by card", arguments: obstructed)
    func giftDisabled(device: WalletDevice) async throws {
        try await SiteBench.with(wallet: device) { bench in
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=0")
            #expect(!page.says(Self.button) && page.says(">Give by card</button>"))
            // A review link from another phone shows the card form.
            let review = try await visitor.send(page, ["amount": "25.00", "by": "wallet"])
            #expect(!review.says("Apple Pay, simulated") && !review.says("pat@example.org"))
            let fields = review.hidden.merging(Visitor.donor) { $1 }
                .merging(["method": "pm_card_visa", "by": "wallet"]) { $1 }
            let refused = try await visitor.post("/-/give", fields)
            #expect(refused.says(Self.missing))
            #expect(try await bench.gifts().isEmpty)
            let thanks = try await visitor.send(
                refused, Visitor.donor.merging(["method": "pm_card_visa"]) { $1 })
            #expect(thanks.says("Thank you for your generosity!"))
        }
    }

    // B3-50
    @Test(
        "the debug view says whether the wallet can pay, and why not",
        arguments: [
            (nil, "Pages show the Apple Pay button."),
            (.noEntitlement, "the app is not signed with the Apple Pay entitlement"),
            (.unknownMerchant, "the merchant identifier is not registered"),
            (.unsupportedDevice, "the phone does not support Apple Pay, or does not allow its use"),
            (.unsupportedRegion, "Apple Pay is not offered in the phone’s region"),
            (.noCard, "the wallet has no card that is accepted"),
        ] as [(WalletDevice.Obstacle?, String)])
    func debugView(obstacle: WalletDevice.Obstacle?, reason: String) async throws {
        let device = WalletDevice(obstacles: obstacle.map { [$0] } ?? [])
        var settings = SiteSettings()
        settings.isOfThisMachine = true
        try await SiteBench.with(settings: settings, wallet: device) { bench in
            let page = try await Visitor(bench: bench).open("/-/wallet")
            #expect(page.says(reason))
            #expect(page.says("Can make payments</th><td>\(obstacle == nil ? "yes" : "no")</td>"))
            #expect(page.says("<strong>no</strong>") == (obstacle != nil))
        }
    }

    @Test("the debug view is shown only to this machine")
    func debugViewElsewhere() async throws {
        try await SiteBench.with { bench in
            let (page, unknown) = (
                try await Visitor(bench: bench).open("/-/wallet"),
                try await Visitor(bench: bench).open("/-/nothing")
            )
            #expect(page.status == unknown.status && page.status >= 400)
            #expect(!page.says("Can make payments"))
        }
    }

    @Test("a phone can pay only if nothing is in the way")
    func capability() {
        #expect(Self.ready.canMakePayments)
        #expect(Self.obstructed.allSatisfy { !$0.canMakePayments })
        #expect(!WalletDevice(obstacles: Set(WalletDevice.Obstacle.allCases)).canMakePayments)
    }
}
