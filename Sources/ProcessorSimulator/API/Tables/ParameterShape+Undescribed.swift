extension ParameterShape {
    /// Returns an operation's parameters, including the parameters that Stripe's servers accept although the
    /// specification omits them. The omitted parameters are card details in `payment_method_data` and
    /// `source`, and the data that Stripe.js sends.
    ///
    /// Source: the requests of Stripe.js; Stripe documentation, "Card data in server-side requests".
    static func completing(_ shapes: [ParameterShape], of operation: String) -> [ParameterShape] {
        var shapes = shapes
        let hasSource = ["POST /v1/customers", "POST /v1/charges"].contains(where: operation.hasPrefix)
        if hasSource, let place = shapes.firstIndex(where: { $0.name == "source" }) {
            shapes[place].kinds.append(.object)
            shapes[place].parts = source
        }
        if operation == "POST /v1/payment_methods" || operation == "POST /v1/tokens" {
            let known = Set(shapes.map(\.name))
            shapes += page.filter { !known.contains($0.name) }
        }
        guard let place = shapes.firstIndex(where: { $0.name == "payment_method_data" }),
            let type = shapes[place].parts.firstIndex(where: { $0.name == "type" })
        else { return shapes }
        if case .choice(let words)? = shapes[place].parts[type].kinds.first, !words.contains("card") {
            shapes[place].parts[type].kinds[0] = .choice(["card"] + words)
        }
        let known = Set(shapes[place].parts.map(\.name))
        shapes[place].parts += ([card] + page).filter { !known.contains($0.name) }
        if !shapes.contains(where: { $0.name == expectedType.name }) { shapes.append(expectedType) }
        return shapes
    }

    private static let card = ParameterShape(
        name: "card", kinds: [.object], isUnsettable: false, isRequired: false,
        parts: [
            optional("cvc", .text(limit: 5_000)), optional("exp_month", .integer),
            optional("exp_year", .integer), optional("number", .text(limit: 5_000)),
            optional("token", .text(limit: 5_000)),
        ])

    /// The details of a card or bank account that a request can contain in `source` instead of a token.
    private static let source: [ParameterShape] =
        [
            "object", "number", "exp_month", "exp_year", "cvc", "name", "address_city", "address_country",
            "address_line1", "address_line2", "address_state", "address_zip", "country", "currency",
            "account_number", "routing_number", "account_holder_name", "account_holder_type", "account_type",
        ].map { optional($0, .text(limit: 5_000)) }

    /// The names of the fields that Stripe.js adds to the details of a payment method. These fields have no
    /// effect.
    static let pageNames: Set<String> = Set(page.map(\.name))

    private static let page: [ParameterShape] =
        ["guid", "muid", "sid", "pasted_fields", "payment_user_agent", "referrer", "time_on_page"]
        .map { optional($0, .text(limit: 5_000)) }
        + [optional("client_attribution_metadata", .map(.text(limit: 5_000)))]

    /// The parameter in which Stripe.js sends the expected type of an intent's payment method.
    private static let expectedType = optional("expected_payment_method_type", .text(limit: 5_000))

    private static func optional(_ name: String, _ kind: Kind) -> ParameterShape {
        ParameterShape(name: name, kinds: [kind], isUnsettable: false, isRequired: false)
    }
}
