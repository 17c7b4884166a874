import DatabaseKit
import Foundation
import Giving
import MoneyKit
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing
import TextKit

/// Documents that encode their fields themselves, compared with `Codable`, which decodes them.
@Suite struct FastEncodableTests {
    /// A type of document, with an example that has every field.
    struct Kind: CustomTestStringConvertible {
        let testDescription: String
        let whole: String
        /// Encodes a document in both ways, and lists its missing fields. Returns nil if the text is not a
        /// valid document.
        let write: @Sendable (JSONTree) throws -> (written: Data, coded: Data, lacking: [String])?

        init<Document: Codable & Sendable & FastEncodable>(_ type: Document.Type, _ whole: String) {
            testDescription = "\(type)"
            self.whole = whole
            write = { tree in
                let peer = JSONEncoder()
                peer.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                guard let document = try? DocumentCoder.decode(type, from: Data(tree.bytes)) else {
                    return nil
                }
                let lacking = Mirror(reflecting: document).children.filter { "\($0.value)" == "nil" }
                return (
                    try DocumentCoder.encode(document), try peer.encode(document), lacking.compactMap(\.label)
                )
            }
        }
    }

    static let kinds = [
        Kind(
            PaymentIntent.self,
            #"{\#(object("payment_intent")),"amountCapturable":2,"amountReceived":3,"# + """
                "applicationFeeAmount":4,"canceledAt":5,"cancellationReason":"automatic","captureMethod":"manual",
                "clientSecret":"s","customer":"cus_1","description":"a \\"gift\\"","destination":"acct_1",
                "lastPaymentError":{"kind":"card_error","status":402,"code":"card_declined","message":"No."},
                "latestCharge":"ch_1","livemode":false,"metadata":{"b":"ü","a":"1"},"onBehalfOf":"acct_2",
                "paymentMethod":"pm_1","receiptEmail":"d@example.org","returnURL":"https://example.org/",
                "setupFutureUsage":"off_session","statementDescriptor":"CHURCH",
                "statementDescriptorSuffix":"EAST","status":"requires_action",
                "transferAmount":6,"transferGroup":"g"}
                """),
        Kind(
            Charge.self,
            #"{\#(object("charge")),"amountCaptured":2,"amountRefunded":3,"applicationFee":"fee_1","# + """
                "applicationFeeAmount":4,"balanceTransaction":"txn_1","captured":true,
                "card":{"brand":"visa","last4":"4242","expiryMonth":1,"expiryYear":2031,"wallet":"apple_pay"},
                "customer":"cus_1","destination":"acct_1","disputed":true,"failureCode":"c","failureMessage":"m\\n",
                "livemode":false,"metadata":{"gift":"gift_1"},"onBehalfOf":"acct_2","paymentIntent":"pi_1",
                "paymentMethod":"pm_1","refunded":false,"sourceTransfer":"tr_1","statementDescriptor":"CHURCH",
                "statementDescriptorSuffix":"EAST","description":"d","receiptEmail":"d@example.org",
                "status":"succeeded","transfer":"tr_2","transferAmount":5,"transferGroup":"g"}
                """),
        Kind(
            PaymentMethod.Card.self,
            """
            {"brand":"visa","last4":"4242","expiryMonth":1,"expiryYear":2031,"wallet":"apple_pay","country":"BR",
            "funding":"debit"}
            """),
        Kind(
            BalanceTransaction.self,
            #"{\#(object("balance_transaction")),"account":"acct_1","applicationFee":2,"availableOn":7,"#
                + """
                "description":"d","fee":-1,"kind":"payment","net":9223372036854775807,"payout":"po_1","source":"ch_1"}
                """),
        Kind(
            Transfer.self,
            #"{\#(object("transfer")),"amountReversed":2,"balanceTransaction":"txn_1","# + """
                "destination":"acct_1","destinationPayment":"py_1","metadata":{},"sourceTransaction":"ch_1",
                "transferGroup":"g"}
                """),
        Kind(
            ApplicationFee.self,
            #"{\#(object("application_fee")),"account":"acct_1","amountRefunded":2,"# + """
                "balanceTransaction":"txn_1","originatingTransaction":"ch_1"}
                """),
        Kind(
            Payment.self,
            """
            {"id":"pay_1","kind":"gift","subject":"gift_1","payee":"acct_1","isHeld":true,"revenue":"revenue:x",
            "quote":\(quote),"state":"succeeded","attempts":1,"awaitsCustomer":true,"intent":"pi_1","charge":"ch_1","customer":"cus_1","transfer":"tr_1",
            "applicationFeeMinor":2,"processorFeeMinor":3,"isFeeConfirmed":true,"refundedMinor":4,
            "feeBaseMinor":5,"feeReturnedMinor":6,"collectedMinor":7,"isDisputed":false,"settlement":"released",
            "schedule":"sched_1","invoice":"in_1","failure":{"code":"card_declined","isDecline":true},
            "created":8,"paidAt":9,"unreversedMinor":10,"lostMinor":11}
            """),
        Kind(Money.self, #"{"amount_minor":-9223372036854775808,"currency":"jpy"}"#),
        Kind(Quote.Line.self, #"{"role":"base","amount":{"amount_minor":1,"currency":"usd"}}"#),
        Kind(DonorDetails.self, #"{"name":"D\u0001 / ö","email":"d@example.org","phone":"1"}"#),
        Kind(
            ReceiptIssuer.self,
            #"{"id":"B","displayName":"The \\ Bench","country":"US","taxID":"1","timeZone":"UTC"}"#),
        Kind(Quote.self, quote),
        Kind(PaymentFailure.self, #"{"code":"card_declined","declineCode":"lost_card","isDecline":true}"#),
        Kind(
            ProcessorError.self,
            """
            {"kind":"card_error","status":402,"code":"card_declined","declineCode":"lost_card","message":"No.",
            "parameter":"amount","paymentIntent":"pi_1","setupIntent":"seti_1","charge":"ch_1","customer":"cus_1",
            "paymentMethod":"pm_1","requestID":"req_1"}
            """),
        Kind(
            OutboxNotice.self,
            """
            {"id":"n_1","kind":"gift_receipt","recipient":"payer","subject":"gift_1","title":"Thank you",
            "body":"For \\"it\\"","data":{"b":"2","a":"1"},"time":1,"takenUntil":3,"toldAt":2}
            """),
        Kind(
            Gift.self,
            """
            {"id":"gift_1","organization":"Bench","fund":"1","fundName":"General","timeZone":"UTC","donor":"donor_1",
            "giver":{"name":"D\\u0001 / ö","email":"d@example.org","phone":"1"},
            "amount":{"amount_minor":5000,"currency":"usd"},"coveredFeeMinor":1,"feeMinor":2,
            "status":"partially_refunded","refundedMinor":3,"countedMinor":4,"recurring":"rec_1",
            "payment":"pay_1","paymentIntent":"pi_1","receiptNumber":"T-Bench-2026-000001","tap":"tap_1",
            "failureCode":"c","isRefused":false,"livemode":false,"created":5,"paidAt":6,"bookedOn":"2026-03-01",
            "knownOn":"2026-03-02"}
            """),
        Kind(
            Receipt.self,
            """
            {"number":"T-Bench-2026-000001","issuer":{"id":"Bench","displayName":"The \\\\ Bench","country":"US",
            "taxID":"1","timeZone":"UTC"},"gift":"gift_1","revision":1,"donor":"donor_1","donorName":"D",
            "donorEmail":"d@example.org","fund":"1","fundName":"General",
            "total":{"amount_minor":5000,"currency":"usd"},"coveredFeeMinor":1,"refundedMinor":2,
            "isMonthly":true,"paidAt":3,"issued":4,"state":"void","voided":5,
            "replaces":"T-Bench-2026-000002","replacedBy":"T-Bench-2026-000003","livemode":false}
            """),
    ]

    private static func object(_ object: String) -> String {
        #""object":"\#(object)","id":"x_1","created":1,"amount":1,"currency":"usd""#
    }

    private static let quote = """
        {"lines":[{"role":"base","amount":{"amount_minor":5000,"currency":"usd"}},
        {"role":"covered_fee","amount":{"amount_minor":150,"currency":"usd"}}],
        "total":{"amount_minor":5150,"currency":"usd"},"applicationFee":{"amount_minor":0,"currency":"usd"}}
        """

    @Test("encodes a document with every field as Codable does", arguments: kinds)
    func whole(kind: Kind) throws {
        let both = try #require(try kind.write(JSONTree(Array(kind.whole.utf8))))
        #expect(both.lacking == [])
        #expect(String(decoding: both.written, as: UTF8.self) == String(decoding: both.coded, as: UTF8.self))
    }

    @Test("encodes a document without some fields as Codable does", arguments: kinds)
    func parts(kind: Kind) throws {
        guard case .object(let fields) = try JSONTree(Array(kind.whole.utf8)) else { return }
        var documents = 0
        for seed in propertySeeds {
            var generator = SeededGenerator(seed: seed)
            // Most fields are required, so leave out one, two or three at a time.
            let missing = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                fields.randomElement(using: &generator)?.key
            }
            guard let both = try kind.write(.object(fields.filter { !missing.contains($0.key) })) else {
                continue
            }
            documents += 1
            #expect(both.written == both.coded, "without \(missing)")
        }
        let mayLack = try fields.contains { field in
            try kind.write(.object(fields.filter { $0.key != field.key })) != nil
        }
        #expect((documents > 0) == mayLack || propertySeeds.count < 200)
    }
}
