package import TagReaders

extension ReaderFinding {
    /// The step that the user must take. If a different reader can be used instead, the step includes the
    /// option that selects a reader.
    package var commandHint: String {
        switch code {
        // If USB is not available, no command can list the devices.
        case .noReader where commands.isEmpty:
            "\(hint); if you have no reader, use a virtual one: `--reader sim:FILE`"
        case .pcscdHolds:
            "\(hint): `--reader pcsc:1`"
        default: hint
        }
    }
}
