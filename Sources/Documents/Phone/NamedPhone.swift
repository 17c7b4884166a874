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

/// A variant of a phone, such as the same phone while it is locked, and the variant's reaction to the tag.
/// The reaction differs from the original phone's reaction.
package struct OtherPhone: Sendable {
    package let name: String
    package let phone: Phone
    package let answer: PhoneAnswer
    /// The steps that this variant takes but the original phone does not take.
    package let ownSteps: [PhoneStep]

    /// Returns variants of the first iPhone and of the last Android phone, such as the same phone while it is
    /// locked. A variant that reacts to the tag in the same way as the original phone is omitted.
    ///
    /// - Parameter answer: A function that returns a phone's reaction to the tag.
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
