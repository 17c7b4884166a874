import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing

/// Setup intents for bank accounts that are verified with microdeposits.
///
/// Source: Stripe documentation, "Test microdeposit amounts and descriptor codes".
@Suite struct MicrodepositTests {
    private static let wanted =
        "confirm=true&payment_method=pm_usBankAccount_success&payment_method_types[0]=us_bank_account"
        + "&payment_method_options[us_bank_account][verification_method]=microdeposits"

    @Test(
        "the right amounts or the right code set up the bank account",
        arguments: ["amounts[0]=32&amounts[1]=45", "amounts[0]=45&amounts[1]=32", "descriptor_code=SM11AA"])
    func verified(form: String) async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let made = await bench.api("POST", "/v1/setup_intents", Self.wanted + "&customer=\(donor.id)")
        #expect(made["status"] == "requires_action", "\(made["error.message"])")
        #expect(made["next_action.type"] == "verify_with_microdeposits" && made["mandate"].isEmpty)
        #expect(made["next_action.verify_with_microdeposits.microdeposit_type"] == "descriptor_code")
        let path = "/v1/setup_intents/\(made["id"])"
        let shown = await bench.api("POST", path + "/verify_microdeposits", form)
        #expect(shown["status"] == "succeeded", "\(shown["error.message"])")
        #expect(shown["mandate"].hasPrefix("mandate_") && shown["next_action.type"].isEmpty)
        let again = await bench.api("POST", path + "/verify_microdeposits", form)
        #expect(again["error.code"] == "setup_intent_unexpected_state")
    }

    @Test("wrong amounts can be corrected twice, wrong codes nine times")
    func attempts() async throws {
        for (form, code, most) in [
            ("amounts[0]=1&amounts[1]=2", "amounts_mismatch", 3),
            ("descriptor_code=SM00XX", "descriptor_code_mismatch", 10),
        ] {
            let bench = try ProcessorBench()
            let made = await bench.api("POST", "/v1/setup_intents", Self.wanted)
            let path = "/v1/setup_intents/\(made["id"])/verify_microdeposits"
            for _ in 1..<most {
                let shown = await bench.api("POST", path, form)
                #expect(shown["error.code"] == "payment_method_microdeposit_verification_\(code)")
            }
            let last = await bench.api("POST", path, form)
            #expect(last["error.code"] == "payment_method_microdeposit_verification_attempts_exceeded")
            let intent = await bench.api("GET", "/v1/setup_intents/\(made["id"])")
            #expect(intent["status"] == "requires_payment_method")
        }
    }

    @Test(
        "test values exhaust the attempts or let the microdeposits expire",
        arguments: [
            ("amounts[0]=10&amounts[1]=11", "attempts_exceeded"),
            ("descriptor_code=SM33CC", "attempts_exceeded"),
            ("amounts[0]=40&amounts[1]=41", "timeout"), ("descriptor_code=SM44DD", "timeout"),
        ])
    func failures(form: String, code: String) async throws {
        let bench = try ProcessorBench()
        let made = await bench.api("POST", "/v1/setup_intents", Self.wanted)
        let path = "/v1/setup_intents/\(made["id"])"
        let shown = await bench.api("POST", path + "/verify_microdeposits", form)
        #expect(shown.status == 400)
        #expect(shown["error.code"] == "payment_method_microdeposit_verification_\(code)")
        let intent = await bench.api("GET", path)
        #expect(intent["status"] == "requires_payment_method")
        #expect(intent["last_setup_error.code"] == "payment_method_microdeposit_verification_\(code)")
    }

    @Test("only an intent that waits for microdeposits can be verified, with one kind of value")
    func refusals() async throws {
        let bench = try ProcessorBench()
        let card = await bench.api("POST", "/v1/setup_intents", "confirm=true&payment_method=pm_card_visa")
        let path = "/v1/setup_intents/\(card["id"])/verify_microdeposits"
        #expect(await bench.api("POST", path)["error.code"] == "parameter_missing")
        let both = "amounts[0]=32&amounts[1]=45&descriptor_code=SM11AA"
        #expect(await bench.api("POST", path, both)["error.code"] == "parameter_missing")
        let shown = await bench.api("POST", path, "descriptor_code=SM11AA")
        #expect(shown["error.code"] == "setup_intent_unexpected_state")
    }
}

/// Payment intents whose bank accounts are verified with microdeposits.
@Suite struct PaymentMicrodepositTests {
    private static let options =
        "payment_method_options[us_bank_account][verification_method]=microdeposits"

    private func intent(_ bench: ProcessorBench, _ more: String = "&confirm=true") async -> APIShown {
        await bench.api(
            "POST", "/v1/payment_intents",
            "amount=5000&currency=usd&payment_method=pm_usBankAccount_success&\(Self.options)\(more)")
    }

    @Test("the bank account is debited after its microdeposits are verified")
    func verified() async throws {
        let bench = try ProcessorBench()
        let made = await intent(bench)
        #expect(made["status"] == "requires_action", "\(made["error.message"])")
        #expect(made["next_action.type"] == "verify_with_microdeposits" && made["latest_charge"] == "")
        let path = "/v1/payment_intents/\(made["id"])"
        let wrong = await bench.api("POST", path + "/verify_microdeposits", "amounts[0]=1&amounts[1]=2")
        #expect(wrong["error.code"] == "payment_method_microdeposit_verification_amounts_mismatch")
        let shown = await bench.api("POST", path + "/verify_microdeposits", "descriptor_code=SM11AA")
        #expect(shown["status"] == "processing" && shown["next_action.type"] == "")
        bench.clock.advance(seconds: 86_400)
        #expect(await bench.api("GET", path)["status"] == "succeeded")
        let again = await bench.api("POST", path + "/verify_microdeposits", "descriptor_code=SM11AA")
        #expect(again["error.code"] == "payment_intent_unexpected_state")
    }

    @Test("an option of an earlier request counts, and cards need no microdeposits")
    func earlierOption() async throws {
        let bench = try ProcessorBench()
        let made = await intent(bench, "")
        #expect(made["status"] == "requires_confirmation")
        let confirmed = await bench.api("POST", "/v1/payment_intents/\(made["id"])/confirm")
        #expect(confirmed["status"] == "requires_action")
        let card = await bench.api(
            "POST", "/v1/payment_intents",
            "amount=5000&currency=usd&payment_method=pm_card_visa&confirm=true&\(Self.options)")
        #expect(card["status"] == "succeeded")
    }

    @Test("after three wrong amounts, the payment needs another payment method")
    func exhausted() async throws {
        let bench = try ProcessorBench()
        let made = await intent(bench)
        let path = "/v1/payment_intents/\(made["id"])"
        for code in ["amounts_mismatch", "amounts_mismatch", "attempts_exceeded"] {
            let shown = await bench.api("POST", path + "/verify_microdeposits", "amounts[0]=1&amounts[1]=2")
            #expect(shown["error.code"] == "payment_method_microdeposit_verification_\(code)")
        }
        let failed = await bench.api("GET", path)
        #expect(failed["status"] == "requires_payment_method")
        #expect(
            failed["last_payment_error.code"] == "payment_method_microdeposit_verification_attempts_exceeded")
        let unknown = await bench.api(
            "POST", "/v1/payment_intents/pi_none/verify_microdeposits", "amounts[0]=32&amounts[1]=45")
        #expect(unknown.status == 404)
    }

    @Test("a source of this processor needs no verification")
    func source() async throws {
        let bench = try ProcessorBench()
        let made = await bench.api("POST", "/v1/sources", "type=card&token=tok_visa")
        let refused = await bench.api("POST", "/v1/sources/\(made["id"])/verify", "values[0]=32")
        #expect(refused.status == 400 && refused["error.type"] == "invalid_request_error")
        #expect(await bench.api("POST", "/v1/sources/src_none/verify", "values[0]=32").status == 404)
    }
}
