import DatabaseKit
import FailureKit
import PaymentCore
import TagRegistry
import Testing

@testable import DataFolderKit
@testable import Documents
@testable import Giving
@testable import PublicAPI

/// The errors that a client receives.
@Suite struct APIErrorTests {
    @Test(
        "an interrupted gift is a server error that asks the client to repeat the request with its key",
        arguments: [
            GivingError(.wrongState, "a gift"), GivingError(.notFound, "a gift"), CancellationError(),
        ] as [any Error])
    func unfinished(cause: any Error) {
        let error = APIError(UnfinishedGift(gift: "gift_1", cause: cause))
        #expect(error.status == 503 && error.kind == .server)
        #expect(error.message.contains("gift_1") && error.message.contains("may have been charged"))
        #expect(error.message.contains("same Idempotency-Key. Nothing is charged twice"))
    }

    @Test(
        "a rate-limited response says when the client can retry",
        arguments: [(1, "1 second."), (30, "30 seconds.")])
    func rateLimited(seconds: Int64, words: String) {
        let error = APIError.rateLimited(secondsToWait: seconds)
        #expect(error.status == 429 && error.headers == ["Retry-After": String(seconds)])
        #expect(error.message.hasSuffix("Try again in \(words)"))
    }

    @Test("an error in the server's own files is a generic message, without a path or a reason")
    func internalErrors() {
        let failures: [any Error] =
            DatabaseFileError.Code.allCases.map {
                DatabaseFileError($0, at: "/srv/secret.sqlite", "secret", reason: "secret", remedy: "secret")
            }
            + FailureCategory.allCases.filter {
                [.no, .ourBug, .cannotCreate, .inputOutput, .peerProtocol, .configuration].contains($0)
            }.map { CommandError($0, code: "code", "secret", reason: "secret", remedy: "secret") }
        for failure in failures {
            let error = APIError(failure)
            #expect(error.status == (error.code == "busy" ? 503 : 500) && error.kind == .server)
            #expect(!error.message.contains("secret"), "\(error.message)")
            #expect(error.message.contains(error.status == 500 ? "X-Request-Id" : "busy"))
        }
    }

    @Test("a remedy names an API path, never a command or an option")
    func remedies() {
        let found = ["gift gift_1", "monthly gift rec_1", "batch Main", "Grace", ""]
        let giving: [any Error] = GivingError.Code.allCases.flatMap { code in
            found.map { GivingError(code, $0) as any Error }
        }
        let registry: [any Error] = RegistryError.Code.allCases.map { RegistryError($0, "Main") as any Error }
        let payment: [any Error] = PaymentError.Code.allCases.map { PaymentError($0) as any Error }
        let wrongSeat = BatchProblem(.unknownFund, seat: "A1", "no fund", help: .funds(of: "Grace"))
        let noMirror = BatchProblem(.noMirror, "no mirror", help: .noMirrorOrManaged)
        let batch: [any Error] = [BatchRefusal(problems: [wrongSeat, noMirror], rows: 1)]
        for error in giving + registry + payment + batch {
            let message = APIError(error).message
            #expect(!message.contains(#/tapctl|--[a-z]/#), "\(message)")
        }
        let lost = APIError(GivingError(.notFound, "monthly gift rec_1"))
        #expect(lost.message == "There is no monthly gift rec_1. GET /api/recurring lists all monthly gifts.")
    }

    @Test("an amount that the processor cannot charge is not described as an amount in the wrong unit")
    func betweenChargeSteps() {
        let error = GivingError(
            .malformedAmount, "5.125 KWD", wanted: "amounts in KWD must be multiples of 0.010")
        #expect(
            APIError(error).message == "5.125 KWD cannot be charged or refunded: "
                + "amounts in KWD must be multiples of 0.010. Choose another amount.")
    }

    @Test(
        "a card number is refused anywhere in a body",  // C0-32
        arguments: [
            ("POST", "/api/gifts", APIBench.gift(#""client":"4242424242424242""#)),
            ("POST", "/api/gifts", APIBench.gift(#""phone":"4242\u00a04242\u20074242\u30004242""#)),
            ("POST", "/api/gifts", APIBench.gift(#""phone":"4242\u20134242\u20114242\u20144242""#)),
            ("POST", "/api/gifts", APIBench.gift(#""phone":"4242\ufe0f4242\u034f4242\u200b4242""#)),
            ("POST", "/api/gifts", APIBench.gift(#""phone":"4242\u115f4242\u03014242\u31644242""#)),
            ("POST", "/api/gifts", APIBench.gift(#""fund":"4242-4242-4242-4242""#)),
            ("POST", "/api/gifts", APIBench.gift(#""phone":"4242.4242.4242.4242""#)),
            (
                "POST", "/api/gifts",
                APIBench.gift().replacing(
                    #""org":"Grace""#,
                    with: #""url":"https://appclip.tap.giving/Grace?f=12&n=4242424242424242""#)
            ),
            ("POST", "/api/organizations/Grace/funds", #"{"id":"20","name":"4000 0566 5566 5556"}"#),
            ("POST", "/api/organizations/Grace", #"{"presets_minor":[4242424242424242]}"#),
            ("POST", "/api/contracts/con_1/process-payment", #"{"method":"4242424242424242"}"#),
            ("PATCH", "/api/contracts/con_1/status", #"{"transition":"cancel","reason":"5555555555554444"}"#),
        ])
    func cardNumber(method: String, target: String, body: String) async throws {
        try await APIBench.with { bench in
            let answer = try await bench.call(method, target, body)
            #expect(answer.status == 422 && answer.code == "cardNumber")
            #expect(answer.message?.contains(/\d{4}/) == false)
        }
    }

    @Test(
        "an invalid network address is refused in every payment",
        arguments: [
            ("/api/gifts", #""org":"Grace","method":"pm_card_visa","name":"A","email":"a@example.org""#),
            ("/api/gifts/gift_1/retry", #""method":"pm_card_visa""#),
            ("/api/contracts/con_1/process-payment", #""method":"pm_card_visa""#),
            ("/api/payments/confirm", #""quote":"quote_1""#),
            (
                "/api/billing/checkout",
                #""price_id":"none","method":"pm_card_visa","name":"A","email":"a@example.org""#
            ),
        ])
    func client(target: String, fields: String) async throws {
        try await APIBench.with { bench in
            for wrong in ["my network", "1.2.3", "2001:db8", "[2001:db8::7]", ""] {
                let answer = try await bench.call("POST", target, "{\(fields),\"client\":\"\(wrong)\"}")
                #expect(answer.status == 400 && answer.code == "outOfRange" && answer.param == "client")
            }
        }
    }

    @Test("accepts IPv4 and IPv6 addresses of clients", arguments: ["203.0.113.7", "2600:1700:4242:1009::1"])
    func takenClient(address: String) async throws {
        try await APIBench.with { bench in
            let answer = try await bench.give(#""client":"\#(address)""#)
            #expect(answer.status == 200)
        }
    }

    @Test(
        "accepts phone numbers of any country, and refuses a card number instead",
        arguments: [("+8613800100002", 200), ("+55 11 91234 0008", 200), ("+4242424242424242", 422)])
    func phone(number: String, status: Int) async throws {
        try await APIBench.with { bench in
            let answer = try await bench.give(#""phone":"\#(number)""#)
            #expect(answer.status == status && (status == 200 || answer.code == "cardNumber"))
        }
    }

    @Test("a changing operation refuses a query and says that its fields belong in the body")
    func queryOfChange() async throws {
        try await APIBench.with { bench in
            let answer = try await bench.call("POST", "/api/gifts?org=Grace", APIBench.gift())
            #expect(answer.status == 400 && answer.code == "malformedQuery")
            #expect(answer.message?.contains("in the body") == true)
        }
    }
}
