import ArgumentParser

/// `tapctl payment`: lists payments, and reconciles them with the processor.
struct PaymentCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payment", abstract: "List payments, and reconcile them with the processor.",
        subcommands: [PaymentList.self, PaymentReconcile.self, PaymentAdopt.self, PaymentDismiss.self])
}
