import ArgumentParser

/// Which processor is asked: the data folder's own, or one that is served.
struct ProcessorOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A processor that is served; else $TAPCTL_PROCESSOR, else the data folder's own.",
            valueName: "url"))
    var processor: String?

    @OptionGroup var key: ProcessorKeyOptions

    /// The variable that names a processor.
    static let variable = "TAPCTL_PROCESSOR"

    func validate() throws { try Self.validate(processor, option: "--processor") }

    /// The processor's address; nil for the data folder's own.
    func address() throws -> ProcessorAddress? { try Self.address(processor, key) }

    static func validate(_ typed: String?, option: String) throws {
        if let typed, ProcessorAddress.url(typed) == nil {
            throw ValidationError("\(option) takes an address like http://127.0.0.1:12111.")
        }
    }

    static func address(_ typed: String?, _ key: ProcessorKeyOptions) throws -> ProcessorAddress? {
        let named = typed ?? environmentVariable(variable, default: "")
        return named.isEmpty ? nil : try ProcessorAddress(named, keyFile: key.processorKey)
    }
}

/// The key that opens a served processor.
struct ProcessorKeyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file with its test key; else $TAPCTL_PROCESSOR_KEY. Live keys are refused.", valueName: "path"),
        completion: .file())
    var processorKey: String?

    func validate() throws {
        guard let processorKey, ["sk_", "rk_", "pk_"].contains(where: processorKey.hasPrefix) else { return }
        throw ValidationError(
            "--processor-key takes a file: a key in a command stays in the shell's history.")
    }
}
