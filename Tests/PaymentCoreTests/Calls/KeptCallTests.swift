import MoneyKit
import Processor
import TestSupport
import Testing
import TimeKit

@testable import PaymentCore

/// Stored requests to the processor.
@Suite struct KeptCallTests {
    private static let now = Timestamp(seconds: 1_767_517_200)
    private static let tags: Metadata = ["payment_id": "pay_1", "a": "ä \"b\""]

    @Test(
        "stores every request as Foundation does",
        arguments: [
            .pay(
                PaymentIntent.Create(
                    amount: 5_180, currency: .usd, paymentMethod: "pm_card_visa", confirm: true,
                    destination: "acct_1", onBehalfOf: "acct_1", applicationFeeAmount: 180,
                    statementDescriptor: "GRACE", metadata: tags)),
            .payAsCustomer(
                Customer.Create(name: "Á", email: "a@example.org"),
                PaymentIntent.Create(amount: 5_180, currency: .usd)),
            .payAsCustomer(
                Customer.Create(name: "Á", email: "a@example.org", metadata: tags),
                PaymentIntent.Create(amount: 5_180, currency: .usd), key: "pay_1:customer"),
            .payBesideCustomer(
                Customer.Create(name: "Á", email: "a@example.org", metadata: tags),
                PaymentIntent.Create(amount: 5_180, currency: .usd), key: "pay_1:customer"),
            .payerCustomer(Customer.Create(name: "Á", metadata: tags), key: "pay_1:customer"),
            .assign(charge: "ch_1", customer: "cus_1"),
            .confirm(intent: "pi_1", PaymentIntent.Confirm(paymentMethod: "pm_card_visa")),
            .refund(
                Refund.Create(paymentIntent: "pi_1", amount: 1, reverseTransfer: true, reason: .duplicate)),
            .reverse(transfer: "tr_1", amount: 7, metadata: tags),
            .customer(Customer.Create(name: "Á", email: "a@example.org", paymentMethod: "pm_1")),
            .product(name: "Gifts", metadata: [:]),
            .price(Price.Create(product: "prod_1", unitAmount: 5_000, currency: .usd, interval: .month)),
            .subscribe(
                Subscription.Create(
                    customer: "cus_1", price: "price_1", trialEnd: now, applicationFeeBasisPoints: 290)),
            .attach(method: "pm_1", customer: "cus_1"),
            .updateSubscription("sub_1", Subscription.Update(price: "price_2", pause: .paused(until: now))),
            .updateSubscription("sub_1", Subscription.Update(pause: .resumed, metadata: tags)),
            .cancelSubscription("sub_1"), .payInvoice("in_1"), .deleteCustomer("cus_1"),
            .transfer(Transfer.Create(amount: 7, currency: .eur, destination: "acct_1", metadata: tags)),
            .payout(account: "acct_1", amount: 7, currency: .jpy),
        ] as [CallRequest])
    func requests(request: CallRequest) throws {
        #expect(
            try isKeptAsFoundationKeepsIt(
                ProcessorCall(id: "call_1", request: request, subject: .payment("pay_1"), created: Self.now)))
    }

    @Test(
        "stores every subject of a call as Foundation does",
        arguments: [
            .payment("pay_1"), .refund("ref_1"), .collection(payee: "acct_1"), .repayment(payee: "acct_1"),
            .payout("acct_1"), .customer("sch_1"), .schedule("sch_1", .start),
            .schedule("sch_1", .change(.day(now))), .schedule("sch_1", .change(.method("pm_1"))),
            .schedule("sch_1", .change(.pause(until: nil))), .schedule("sch_1", .change(.pause(until: now))),
            .schedule("sch_1", .change(.resume)), .schedule("sch_1", .change(.cancel)),
            .schedule(
                "sch_1",
                .change(
                    .amount(
                        Quote(
                            lines: [Quote.Line(.base, Money(5_000, .usd))], total: Money(5_000, .usd),
                            applicationFee: Money(180, .usd))))),
        ] as [CallSubject])
    func subjects(subject: CallSubject) throws {
        #expect(
            try isKeptAsFoundationKeepsIt(
                ProcessorCall(
                    id: "call_1", request: .payInvoice("in_1"), subject: subject, created: Self.now)))
    }
}
