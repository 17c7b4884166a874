import ArgumentParser
import DataFolderKit
import Documents
import Glibc

/// A run of tapctl. It parses the arguments, runs the command, and exits with a message and a code.
enum Program {
    /// Runs the command that the process's arguments specify, and ends the process.
    static func main() async -> Never {
        StandardStream.fillGaps()
        let arguments = Array(CommandLine.arguments.dropFirst())
        // The version is printed before anything is created or opened, because scripts request it often.
        if Version.isRequested(by: arguments) { exit(answer(with: Version.line).rawValue) }
        if let flaw = UsageError.unreadableArgument() { exit(answer(to: flaw).rawValue) }
        if let words = SecretInput.wordsInSight(arguments) { exit(answer(to: UsageError(words)).rawValue) }
        exit(await run(arguments).rawValue)
    }

    private static func run(_ arguments: [String]) async -> ExitCode {
        if let usage = UsageError(helpArguments: arguments) { return answer(to: usage) }
        var command: any ParsableCommand
        do {
            command = try Tapctl.parseAsRoot(arguments)
        } catch {
            return answer(toParsing: error, arguments: arguments)
        }
        Interrupts.install()
        do {
            if var asynchronous = command as? any AsyncParsableCommand {
                let action = (command as? any ChangesData)?.action
                try await RunningCommand.$action.withValue(action) { try await asynchronous.run() }
            } else {
                try command.run()
            }
            return .done
        } catch {
            return answer(to: error, of: command)
        }
    }

    /// Prints help or the version on stdout if it was requested. Otherwise, reports the error, and suggests
    /// the most similar command or option.
    private static func answer(toParsing error: any Error, arguments: [String]) -> ExitCode {
        if Tapctl.exitCode(for: error).isSuccess {
            return answer(with: HelpText.wrapped(Tapctl.fullMessage(for: error)))
        }
        return answer(to: UsageError(error, arguments: arguments))
    }

    private static func answer(with text: String) -> ExitCode {
        do {
            try StandardStream.out.write(text + "\n")
            return .done
        } catch {
            return answer(to: error, of: Tapctl())
        }
    }

    /// Reports a usage error. If JSON was requested, the error is also printed as JSON.
    private static func answer(to usage: UsageError) -> ExitCode {
        if UsageError.isJSONRequested(by: Array(CommandLine.arguments.dropFirst())) {
            try? StandardStream.out.write(usage.error.json.text + "\n")
        }
        Terminal.report(usage.error)
        return usage.error.exit
    }

    private static func answer(to error: any Error, of command: any ParsableCommand) -> ExitCode {
        Terminal.endProgress()
        switch error {
        case let code as ExitCode: return code
        case is ClosedPipe: return .done
        case is ValidationError: return answer(toParsing: error, arguments: [])
        default: break
        }
        // `help` is a command of ArgumentParser that throws the text.
        if Tapctl.exitCode(for: error).isSuccess { return answer(toParsing: error, arguments: []) }
        let error = CommandError(error)
        if let command = command as? any PrintsJSON, command.output.json {
            try? StandardStream.out.write(error.json.text + "\n")
        }
        Terminal.report(error)
        return error.exit
    }
}
