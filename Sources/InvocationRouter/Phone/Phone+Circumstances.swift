extension Phone {
    /// A variant of a phone, such as a locked phone, that can respond differently to a tag.
    public struct Circumstance: Hashable, Sendable {
        /// A short description of the circumstances, such as `iPhone 7 to X`.
        public let name: String
        /// The phone in the circumstances that ``name`` describes.
        public let phone: Phone
    }

    /// Variants of this phone that are common in practice, such as a locked phone, an older model or system
    /// version, or a phone with links that are not verified.
    public var circumstances: [Circumstance] {
        switch system {
        case .ios:
            [
                Circumstance(
                    name: "iPhone, experience not registered", phone: changed { $0.experiences = [] }),
                Circumstance(name: "iPhone, locked", phone: changed { $0.obstacle = .screenLocked }),
                Circumstance(name: "iPhone, display off", phone: changed { $0.obstacle = .displayOff }),
                Circumstance(name: "iPhone 7 to X", phone: changed { $0.obstacle = .iPhoneXOrEarlier }),
            ]
        case .android:
            [
                Circumstance(name: "Android, locked", phone: changed { $0.obstacle = .screenLocked }),
                Circumstance(
                    name: "Android 12 and later, links not verified", phone: changed { $0.site.android = nil }
                ),
                Circumstance(
                    name: "Android 6 to 11, links not verified",
                    phone: changed { ($0.version, $0.site.android) = (11, nil) }),
            ]
        }
    }

    private func changed(_ change: (inout Phone) -> Void) -> Phone {
        var phone = self
        change(&phone)
        return phone
    }
}
