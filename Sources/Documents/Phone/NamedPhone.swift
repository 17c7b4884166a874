package import InvocationRouter

/// A phone with its display name.
package struct NamedPhone: Sendable {
    package let name: String
    package let phone: Phone

    package init(name: String, phone: Phone) {
        self.name = name
        self.phone = phone
    }
}

/// A phone in circumstances that change its reaction to the tag, such as without the app.
package struct OtherPhone: Sendable {
    package let name: String
    package let phone: Phone
    package let answer: PhoneAnswer
    /// The steps that the phone takes only in these circumstances.
    package let ownSteps: [PhoneStep]

    /// Returns the iPhones and Android phones that react differently to the tag in unusual circumstances,
    /// such as an iPhone without the app.
    ///
    /// - Parameter answer: Returns a phone's reaction to the tag.
    package static func all(among phones: [NamedPhone], _ answer: (Phone) -> PhoneAnswer) -> [OtherPhone] {
        let iPhone = phones.first { $0.phone.system == .ios }
        let android = phones.last { $0.phone.system == .android }
        return [iPhone, android].compactMap(\.self).flatMap { named in
            let usual = answer(named.phone)
            return named.phone.circumstances.compactMap { other -> OtherPhone? in
                let found = answer(other.phone)
                guard found != usual else { return nil }
                return OtherPhone(
                    name: other.name, phone: other.phone, answer: found,
                    ownSteps: found.steps.filter { !usual.steps.contains($0) })
            }
        }
    }
}
