import TagKit

extension PhoneUse {
    /// Warns on stderr if no phone can use the message.
    func warnIfUseless() {
        if !isUsable { Talk.warn("no phone can use this message: \(reason)") }
    }
}
