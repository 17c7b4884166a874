import ArgumentParser
import DataFolderKit
import DatabaseKit
import Documents
import FailureKit
import Foundation
import Glibc
import TimeKit

/// The options that select the data folder and its database.
struct DataOptions: ParsableArguments {
    @Option(help: DataOptions.help, completion: .directory)
    var data: String?
    @Option(help: DataOptions.databaseHelp)
    var database: String?

    static let help = ArgumentHelp(
        "The data folder. (default: $TAPCTL_HOME, else the folder tapctl in your user data folder)",
        valueName: "folder")
    static let databaseHelp = ArgumentHelp(
        "A PostgreSQL database. (default: $TAPCTL_DATABASE, else the database in the data folder)",
        valueName: "url")

    /// The path of the data folder: `--data`, else `$TAPCTL_HOME`, else `tapctl` in the XDG data folder.
    ///
    /// Source: XDG Base Directory Specification 0.8, "Environment variables": a relative path is invalid, and
    /// ignored.
    var folder: String {
        if let data { return data }
        let home = environmentVariable("TAPCTL_HOME", default: "")
        if !home.isEmpty { return home }
        let shared = environmentVariable("XDG_DATA_HOME", default: "")
        let base =
            shared.hasPrefix("/")
            ? shared : environmentVariable("HOME", default: NSHomeDirectory()) + "/.local/share"
        return base + "/tapctl"
    }

    /// Whether the data is in a PostgreSQL database.
    var isInPostgres: Bool { database != nil || DatabaseAddress.isInEnvironment }

    /// Whether there is data to open. True if the data folder contains the database file, or if the data is
    /// in a PostgreSQL database, which is not checked.
    var isThere: Bool {
        isInPostgres || FileManager.default.fileExists(atPath: DataFolder.file(in: folder))
    }

    /// Opens the data folder, and creates it if it does not exist.
    ///
    /// - Parameter address: The processor's address; nil for the processor in the data folder.
    func open(at address: ProcessorAddress? = nil) async throws -> DataFolder {
        try await DataFolder.open(
            folder, at: address, database: try DatabaseAddress.settings(database), warn: Terminal.warn)
    }

    /// Runs `work` with the data folder, or with nil if there is no data. A missing folder is not created.
    func withDataIfThere<Value: Sendable>(
        _ work: @escaping @Sendable (DataFolder?) async throws -> Value
    ) async throws -> Value {
        guard isThere else { return try await work(nil) }
        return try await withData { try await work($0) }
    }

    /// Opens the data folder and runs `work`. Closes the folder even if `work` fails.
    ///
    /// - Parameters:
    ///     - making: Whether a missing folder is created.
    ///     - address: The processor's address; nil for the processor in the data folder. Opening the folder
    ///       sends no request to the processor.
    ///     - endsByInterrupt: Whether Ctrl-C counts as the normal end of the work.
    ///     - work: The operation that uses the folder.
    /// - Throws: An error with exit code 66 if the folder is missing and is not created.
    func withData<Value: Sendable>(
        making: Bool = false, at address: ProcessorAddress? = nil, endsByInterrupt: Bool = false,
        _ work: @escaping @Sendable (DataFolder) async throws -> Value
    ) async throws -> Value {
        guard making || isThere else { throw noData }
        return try await Interrupts.guarding(quietly: endsByInterrupt) {
            let data = try await open(at: address)
            do {
                let value = try await data.recordingCommand { try await work(data) }
                try await data.finish()
                return value
            } catch {
                // If closing fails too, only the first failure is reported.
                try? await data.finish()
                throw error
            }
        }
    }

    /// The error for a folder that contains no data or cannot be accessed.
    private var noData: CommandError {
        errno = 0
        let problem = access(DataFolder.file(in: folder), F_OK) == 0 ? 0 : errno
        let (summary, reason, remedy) =
            switch problem {
            case EACCES:
                (
                    "the data in \(folder) cannot be accessed", String(cString: strerror(problem)),
                    "run tapctl as the user that owns the folder, or change the folder's permissions"
                )
            case ENOTDIR:
                ("\(folder) is not a folder", "", "use --data or TAPCTL_HOME to select the data folder")
            default:
                (
                    "there is no data in \(folder)", "",
                    "create it with `tapctl org add`, or use --data or TAPCTL_HOME for a different folder"
                )
            }
        return CommandError(.notFound, code: "noData", summary, reason: reason, remedy: remedy)
    }

    /// Opens the data folder, and runs `work` in a read transaction.
    func read<Value: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> Value) async throws
        -> Value
    {
        try await withData { try await $0.read(work) }
    }

    /// Opens the data folder, and runs `work` in a write transaction. `work` receives the time at which the
    /// transaction was requested.
    func write<Value: Sendable>(
        _ work: @escaping @Sendable (Transaction, Timestamp) throws -> Value
    ) async throws -> Value {
        try await withData { try await $0.write(work) }
    }
}
