package import TagReaders

extension ReaderFinding {
    /// The next step for the user. For some problems, the step includes a `--reader` option.
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
