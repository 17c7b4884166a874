extension ParameterShape {
    /// Adds the parameters that Stripe's servers accept from Stripe.js and its SDKs, although Stripe's description
    /// omits them: card details in `payment_method_data`, and the data that Stripe.js sends about the page.
    ///
    /// Source: the requests of Stripe.js; Stripe documentation, "Card data in server-side requests".
    static func completing(_ shapes: [ParameterShape]) -> [ParameterShape] {
        guard let place = shapes.firstIndex(where: { $0.name == "payment_method_data" }),
            let type = shapes[place].parts.firstIndex(where: { $0.name == "type" })
        else { return shapes }
        var shapes = shapes
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

    /// The fields that Stripe.js adds to `payment_method_data`.
    private static let page: [ParameterShape] =
        ["guid", "muid", "sid", "pasted_fields", "payment_user_agent", "referrer", "time_on_page"]
        .map { optional($0, .text(limit: 5_000)) }
        + [optional("client_attribution_metadata", .map(.text(limit: 5_000)))]

    /// The type that Stripe.js expects the payment method of an intent to have.
    private static let expectedType = optional("expected_payment_method_type", .text(limit: 5_000))

    private static func optional(_ name: String, _ kind: Kind) -> ParameterShape {
        ParameterShape(name: name, kinds: [kind], isUnsettable: false, isRequired: false)
    }
}
