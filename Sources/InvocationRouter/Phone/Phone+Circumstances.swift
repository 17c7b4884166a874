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
                circumstance("iPhone, experience not registered") { $0.experiences = [] },
                circumstance("iPhone, locked") { $0.obstacle = .screenLocked },
                circumstance("iPhone, display off") { $0.obstacle = .displayOff },
                circumstance("iPhone 7 to X") { $0.obstacle = .iPhoneXOrEarlier },
            ]
        case .android:
            [
                circumstance("Android, locked") { $0.obstacle = .screenLocked },
                circumstance("Android 12 and later, links not verified") { $0.site.android = nil },
                circumstance("Android 6 to 11, links not verified") {
                    ($0.version, $0.site.android) = (11, nil)
                },
            ]
        }
    }

    private func circumstance(_ name: String, _ change: (inout Phone) -> Void) -> Circumstance {
        var phone = self
        change(&phone)
        return Circumstance(name: name, phone: phone)
    }
}
