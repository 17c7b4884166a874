package import Documents

extension ServeConfiguration {
    package var document: JSONValue {
        [
            "object": "serve_configuration",
            "settings": .array(
                ServeSetting.allCases.map { setting in
                    let said = source(of: setting)
                    return [
                        "name": .string(setting.key), "value": value(of: setting),
                        "source": .string((said?.source ?? .standard).rawValue),
                        "origin": .string(said?.origin ?? "default"),
                    ]
                }),
        ]
    }

    private func value(of setting: ServeSetting) -> JSONValue {
        let texts = texts(setting)
        switch setting.kind {
        case .text, .word: return JSONValue(texts.first)
        case .number: return number(setting).map { .int(Int($0)) } ?? .null
        case .yesOrNo: return .bool(isOn(setting))
        case .list: return .array(texts.map(JSONValue.string))
        }
    }
}
