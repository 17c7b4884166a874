import DataFolderKit
import Documents
import StaffAccess

/// A command that changes data. It records a row in the audit log, in the same transaction as its first
/// change.
protocol ChangesData: PrintsJSON {
    /// The action that is recorded in the audit log for the command.
    var action: AuditLogAction { get }
}

/// A namespace for the running command's audit log action. The action is nil if the command changes no data.
enum RunningCommand {
    @TaskLocal static var action: AuditLogAction?
}

extension DataFolder {
    /// Makes a change for the running command, and records it in the audit log if the command changes data.
    ///
    /// A command with several independent changes calls this function once for each change. Refused commands
    /// are not recorded, because a user of the command line has access to the whole data folder anyway.
    func recordingCommand<Value>(_ work: () async throws -> Value) async throws -> Value {
        guard let action = RunningCommand.action else { return try await work() }
        return try await auditLog.recording(
            AuditLogEvent(action, by: .commandLine), code: { _ in nil }, work)
    }
}
