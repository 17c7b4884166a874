import ArgumentParser
import DataFolderKit

/// The options that name the processor: the data folder's own, or one that is served.
///
/// ``ServiceOptions`` and ``ProcessorDoorOptions`` declare them without a group of their own: in a debug build
/// ArgumentParser validates a group four times for each enclosing group, which took most of every command's startup.
enum ProcessorOptions {
    static let help = ArgumentHelp(
        "A processor that is served; else $TAPCTL_PROCESSOR, else the data folder's own.", valueName: "url")
    static let keyHelp = ArgumentHelp(
        "A file with its test key; else $TAPCTL_PROCESSOR_KEY. Live keys are refused.", valueName: "path")

    /// Checks the address and the key file as typed.
    static func validate(_ typed: String?, option: String, keyFile: String?) throws {
        if let typed, ProcessorAddress.url(typed) == nil {
            throw ValidationError("\(option) takes an address like http://127.0.0.1:12111.")
        }
        if let keyFile, ["sk_", "rk_", "pk_"].contains(where: keyFile.hasPrefix) {
            throw ValidationError(
                "--processor-key takes a file: a key in a command stays in the shell's history.")
        }
    }

    /// The processor's address; nil for the data folder's own.
    static func address(_ typed: String?, keyFile: String?) throws -> ProcessorAddress? {
        let named = typed ?? environmentVariable(ProcessorAddress.variable, default: "")
        return named.isEmpty
            ? nil : try ProcessorAddress(named, keyFile: keyFile, warn: Talk.warn)
    }
}
