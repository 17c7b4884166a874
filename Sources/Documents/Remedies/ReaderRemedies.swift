package import TagReaders

extension ReaderFinding {
    /// The step that the user must take. If another reader may help, the step includes the option that
    /// selects a reader.
    package var commandHint: String {
        switch code {
        // If USB is not available, no command can list the devices.
        case .noReader where commands.isEmpty:
            "\(hint); if you have no reader, use a virtual one: `--reader sim:FILE`"
        case .pcscdHolds:
            "or leave it running and use the reader through PC/SC: `--reader pcsc:1`; "
                + "pcscd starts again when the computer restarts, unless you disable pcscd"
        default: hint
        }
    }
}
