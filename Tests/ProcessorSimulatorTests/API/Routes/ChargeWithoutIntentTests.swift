import Foundation
import ProcessorSimulator
import SimulationKit
import Testing

/// Charges that are created without a payment intent.
@Suite struct ChargeWithoutIntentTests {
    @Test("a token is charged, and its charge has a source")
    func token() async throws {
        let bench = try ProcessorBench()
        let charge = await bench.api(
            "POST", "/v1/charges",
            "amount=10000&currency=usd&source=tok_mastercard&description=Gift&receipt_email=a@example.org"
                + "&statement_descriptor_suffix=CHURCH&metadata[a]=b")
        #expect(charge["status"] == "succeeded" && charge["captured"] == "1")
        #expect(charge["payment_intent"] == "")
        #expect(charge["source.object"] == "card" && charge["source.brand"] == "MasterCard")
        #expect(charge["source.id"].hasPrefix("card_") && charge["metadata.a"] == "b")
        #expect(charge["balance_transaction"].hasPrefix("txn_"))
        #expect(try await bench.holding(of: nil) == 9680)
        #expect(try await bench.events() == ["charge.succeeded"])
    }

    @Test("a destination charge moves the money and the fee")
    func destination() async throws {
        let bench = try ProcessorBench()
        let church = try await bench.church()
        let charge = await bench.api(
            "POST", "/v1/charges",
            "amount=10000&currency=usd&source=tok_visa&application_fee_amount=500"
                + "&transfer_data[destination]=\(church)")
        #expect(charge["transfer"].hasPrefix("tr_") && charge["transfer_group"] == "group_\(charge["id"])")
        #expect(try await bench.holding(of: church) == 9500)
        #expect(try await bench.holding(of: nil) == 180)
    }

    @Test("an authorized charge is captured in part, once")
    func capture() async throws {
        let bench = try ProcessorBench()
        let charge = await bench.api(
            "POST", "/v1/charges", "amount=10000&currency=usd&source=tok_visa&capture=false")
        #expect(charge["captured"] == "0")
        let path = "/v1/charges/\(charge["id"])/capture"
        #expect(await bench.api("POST", path, "amount=10001").status == 400)
        let captured = await bench.api("POST", path, "amount=4000")
        #expect(captured["captured"] == "1" && captured["amount_captured"] == "4000")
        #expect(await bench.api("POST", path)["error.code"] == "charge_already_captured")
    }

    @Test("an authorized charge expires, or is released by a refund", arguments: [true, false])
    func released(byRefund: Bool) async throws {
        let bench = try ProcessorBench()
        let charge = await bench.api(
            "POST", "/v1/charges", "amount=10000&currency=usd&source=tok_visa&capture=false")
        if byRefund {
            let refund = await bench.api("POST", "/v1/refunds", "charge=\(charge["id"])")
            #expect(refund["status"] == "succeeded" && refund["balance_transaction"] == "")
        } else {
            bench.clock.advance(seconds: 8 * 86_400)
        }
        let after = await bench.api("GET", "/v1/charges/\(charge["id"])")
        #expect(after["refunded"] == "1" && after["captured"] == "0")
        let late = await bench.api("POST", "/v1/charges/\(charge["id"])/capture")
        #expect(late["error.code"] == "charge_expired_for_capture")
        #expect(try await bench.holding(of: nil) == 0)
    }

    @Test("a charge is refunded without an intent")
    func refund() async throws {
        let bench = try ProcessorBench()
        let charge = await bench.api("POST", "/v1/charges", "amount=10000&currency=usd&source=tok_visa")
        let refund = await bench.api("POST", "/v1/refunds", "charge=\(charge["id"])&amount=2500")
        #expect(refund["payment_intent"] == "" && refund["charge"] == charge["id"])
        #expect(try await bench.holding(of: nil) == 7180)
        let rest = await bench.api("POST", "/v1/charges/\(charge["id"])/refund")
        #expect(rest["refunded"] == "1")
        let newer = await bench.api(
            "GET", "/v1/charges/\(charge["id"])/refunds", "ending_before=\(refund["id"])")
        #expect(newer["data"] == "1" && newer["data.0.amount"] == "7500")
        let older = await bench.api(
            "GET", "/v1/charges/\(charge["id"])/refunds", "starting_after=\(newer["data.0.id"])")
        #expect(older["data"] == "1" && older["data.0.id"] == refund["id"])
    }

    @Test("a detached default card and another customer's source are not charged")
    func detached() async throws {
        let bench = try ProcessorBench()
        let customer = await bench.api("POST", "/v1/customers", "source=tok_visa")
        let card = customer["default_source"]
        #expect(await bench.api("POST", "/v1/payment_methods/\(card)/detach").status == 200)
        let refused = await bench.api(
            "POST", "/v1/charges", "amount=1000&currency=usd&customer=\(customer["id"])")
        #expect(refused.status == 402 && refused["error.code"] == "missing")
        let source = await bench.api("POST", "/v1/sources", "type=card&token=tok_visa")["id"]
        _ = await bench.api("POST", "/v1/customers/\(customer["id"])/sources", "source=\(source)")
        let alone = await bench.api("POST", "/v1/charges", "amount=1000&currency=usd&source=\(source)")
        #expect(alone.status == 400 && alone["error.param"] == "customer")
    }

    @Test("the dispute of a charge is found by the charge, and closed")
    func dispute() async throws {
        let bench = try ProcessorBench()
        let charge = await bench.api(
            "POST", "/v1/charges", "amount=10000&currency=usd&source=tok_createDispute")["id"]
        bench.clock.advance(seconds: 60)
        let dispute = await bench.api("GET", "/v1/charges/\(charge)/dispute")
        #expect(dispute["charge"] == charge && dispute["reason"] == "fraudulent")
        #expect(await bench.api("POST", "/v1/charges/\(charge)/dispute/close")["status"] == "lost")
        let other = await bench.api("POST", "/v1/charges", "amount=10000&currency=usd&source=tok_visa")["id"]
        #expect(await bench.api("GET", "/v1/charges/\(other)/dispute").status == 404)
    }

    @Test("a declined charge is kept, and has no intent")
    func declined() async throws {
        let bench = try ProcessorBench()
        let refused = await bench.api(
            "POST", "/v1/charges",
            "amount=1000&currency=usd&source=tok_visa_chargeDeclinedInsufficientFunds")
        #expect(refused.status == 402 && refused["error.decline_code"] == "insufficient_funds")
        let charge = await bench.api("GET", "/v1/charges/\(refused["error.charge"])")
        #expect(charge["status"] == "failed" && charge["failure_code"] == "card_declined")
    }

    @Test(
        "an unclear payer is refused",
        arguments: [
            ("", 400, "parameter_missing"), ("&source=tok_viza", 400, "resource_missing"),
            ("&source=pm_card_visa", 400, "resource_missing"),
            ("&customer=cus_none", 400, "resource_missing"),
        ])
    func payers(more: String, status: Int, code: String) async throws {
        let bench = try ProcessorBench()
        let refused = await bench.api("POST", "/v1/charges", "amount=1000&currency=usd\(more)")
        #expect(refused.status == status && refused["error.code"] == code)
    }

    @Test("a customer's default source is charged, and a customer without one is refused")
    func customer() async throws {
        let bench = try ProcessorBench()
        let none = await bench.api("POST", "/v1/customers")["id"]
        let refused = await bench.api("POST", "/v1/charges", "amount=1000&currency=usd&customer=\(none)")
        #expect(refused.status == 402 && refused["error.code"] == "missing")
        let customer = await bench.api("POST", "/v1/customers", "source=tok_visa&expand[]=default_source")
        #expect(customer["default_source.last4"] == "4242")
        let paid = await bench.api(
            "POST", "/v1/charges", "amount=1000&currency=usd&customer=\(customer["id"])")
        #expect(paid["status"] == "succeeded" && paid["source.id"] == customer["default_source.id"])
        let other = await bench.api(
            "POST", "/v1/charges", "amount=1000&currency=usd&customer=\(customer["id"])&source=card_none")
        #expect(other["error.code"] == "missing")
    }

    @Test("a source of the Sources API is charged once")
    func source() async throws {
        let bench = try ProcessorBench()
        let source = await bench.api("POST", "/v1/sources", "type=card&token=tok_visa")
        #expect(source["status"] == "chargeable" && source["card.last4"] == "4242")
        let form = "amount=1000&currency=usd&source=\(source["id"])"
        #expect(await bench.api("POST", "/v1/charges", form)["status"] == "succeeded")
        #expect(await bench.api("GET", "/v1/sources/\(source["id"])")["status"] == "consumed")
        #expect(await bench.api("POST", "/v1/charges", form).status == 400)
        let bank = await bench.api("POST", "/v1/sources", "type=ach_credit_transfer&currency=usd")
        #expect(bank["status"] == "pending" && bank["ach_credit_transfer.bank_name"] == "TEST BANK")
        let other = await bench.api("POST", "/v1/sources", "type=ideal")
        #expect(other["error.code"] == "parameter_not_simulated")
    }
}
