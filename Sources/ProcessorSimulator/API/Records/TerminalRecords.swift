import Processor
import TextKit

/// The resources of Stripe Terminal. A reader's actions change only the reader, and collect no payment.
///
/// Source: Stripe API reference, "Terminal"; documentation, "Simulated reader".
enum TerminalRecords {
    static let all: [RecordedResource] = [
        RecordedResource(
            type: "terminal.location", prefix: "tml", path: "/v1/terminal/locations",
            references: [.init(parameter: "configuration_overrides", type: "terminal.configuration")]),
        RecordedResource(
            type: "terminal.configuration", prefix: "tmc", path: "/v1/terminal/configurations",
            initial: ["is_account_default": false]),
        RecordedResource(
            type: reader, prefix: "tmr", path: readers,
            initial: ["device_type": "simulated_wisepos_e", "status": "online"],
            references: [.init(parameter: "location", type: "terminal.location")],
            uses: ["registration_code"],
            complete: { call, reader in
                let code = try call.required("registration_code")
                try require(
                    code.hasPrefix("simulated-") || code == "puppies-plug-could",
                    "The registration code is unknown: use simulated-wpe for a simulated reader.",
                    parameter: "registration_code")
                if call["label"].string == nil { reader["label"] = .string(code) }
                reader["serial_number"] = .string(try call.work.newID("simulated"))
            }, actions: actions),
    ]

    /// The operation that creates a connection token, which is not stored.
    static let connectionTokens = Route.post("/v1/terminal/connection_tokens", simulates: ["location"]) {
        call in
        var token: JSONObject = [
            "object": "terminal.connection_token", "secret": try call.work.newID("pst_test"),
        ]
        if let id = call["location"].string {
            token["location"] = .string(try call.work.named("terminal.location", id, by: "location").id)
        }
        return token
    }

    private static let reader = "terminal.reader"
    private static let readers = "/v1/terminal/readers"
    private static let one = "/v1/terminal/readers/{reader}"
    private static let helper = "/v1/test_helpers/terminal/readers/{reader}"

    private static let actions: [RecordedResource.Action] = [
        .init(path: one + "/cancel_action", changes: ["action": nil]),
        begins("collect_inputs", with: ["inputs", "metadata"]),
        begins("collect_payment_method", with: ["payment_intent", "collect_config"]),
        begins("confirm_payment_intent", with: ["payment_intent", "confirm_config"]),
        begins("process_payment_intent", with: ["payment_intent", "process_config"]),
        begins("process_setup_intent", with: ["allow_redisplay", "setup_intent", "process_config"]),
        begins(
            "refund_payment",
            with: [
                "amount", "charge", "metadata", "payment_intent", "refund_application_fee",
                "reverse_transfer",
            ]),
        begins("set_reader_display", with: ["cart", "type"]),
        .init(
            path: helper + "/present_payment_method",
            uses: ["card", "card_present", "interac_present", "type"],
            event: "action_succeeded"
        ) { call, reader in
            try call.checkPresented()
            try end("succeeded", collectsInputs: false)(call, &reader)
        },
        .init(
            path: helper + "/succeed_input_collection", event: "action_succeeded",
            complete: end("succeeded", collectsInputs: true)),
        .init(
            path: helper + "/timeout_input_collection", event: "action_failed",
            complete: end("failed", collectsInputs: true)),
    ]

    /// Returns the operation that starts a reader's action. The action is then in progress, except for
    /// `set_reader_display`, which succeeds immediately.
    private static func begins(_ type: String, with parameters: [String]) -> RecordedResource.Action {
        .init(
            path: "\(one)/\(type)", uses: Set(parameters), event: "action_updated", takesMetadata: false
        ) { call, reader in
            let path = "\(Self.reader) action"
            var action = RecordTemplate.object(path)
            action["status"] = type == "set_reader_display" ? "succeeded" : "in_progress"
            action["type"] = .string(type)
            var details = RecordTemplate.object("\(path).\(type)")
            var given = JSONObject()
            for name in parameters { given[name] = call.parameters[name] }
            RecordTemplate.lay(given, over: &details, at: "\(path).\(type)")
            if details["metadata"] != nil { details["metadata"] = try call.metadata(over: [:]).tree }
            for name in ["charge", "payment_intent", "setup_intent"] where parameters.contains(name) {
                guard let id = call[name].string else { continue }
                _ = try call.work.stripeJSON(name, id: id, by: name)
                details[name] = .string(id)
            }
            action[type] = details.tree
            reader["action"] = action.tree
        }
    }

    /// Returns the change that ends the action in progress.
    ///
    /// - Parameter collectsInputs: Whether the action must be `collect_inputs`. If false, it must be another
    ///   action, for which a customer presents a payment method.
    private static func end(_ status: String, collectsInputs: Bool) -> RecordedResource.Completion {
        { call, reader in
            guard var action = reader["action"]?.object, action["status"] == "in_progress" else {
                throw ProcessorError.invalid("The reader \(call.path()) has no action in progress.")
            }
            let type = action["type"]?.string ?? ""
            try require(
                (type == "collect_inputs") == collectsInputs,
                "This request cannot end the action `\(type)` of the reader \(call.path()).")
            action["status"] = .string(status)
            reader["action"] = action.tree
        }
    }
}

extension Call {
    /// Checks that a request contains no data of a type of payment method other than the presented one. If
    /// the request has no `type`, the data determines it.
    fileprivate func checkPresented() throws {
        let given = ["card", "card_present", "interac_present"].filter { self[$0].object != nil }
        guard let type = self["type"].string ?? given.first,
            let other = given.first(where: { $0 != type })
        else { return }
        throw ProcessorError.invalid(
            "You can not pass `\(other)` with a payment method of the type `\(type)`.", parameter: other)
    }
}
