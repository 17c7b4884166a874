import DataFolderKit
import Documents
import FailureKit
import Foundation
import Giving
import InvocationRouter
import PaymentCore

/// A file of gifts. Each line is a JSON object whose keys are named like the options of `tapctl gift make`.
enum GiftFile {
    /// The maximum number of lines in a file of gifts.
    static let mostLines = 100_000

    /// Returns the gift requests in a file.
    ///
    /// - Throws: An error with exit code 66 if the file is missing; 65 for the first invalid line, or if the
    ///   file contains more than ``mostLines`` gifts.
    static func read(_ path: String, hosts: HostList) throws -> [GiftRequest] {
        var requests: [GiftRequest] = []
        try Input.forEachLine(of: path) { line in
            guard requests.count < mostLines else {
                throw CommandError(
                    .malformed, code: "malformedLine", "the file contains more than \(mostLines) gifts",
                    remedy: "split the file into several files")
            }
            requests.append(try request(line, number: requests.count + 1, hosts: hosts))
        }
        return requests
    }

    /// Makes the gifts, at most `inFlight` at the same time, and reports each result as soon as it is
    /// available. `report` returns an exit code for each gift, or nil if the gift was paid.
    ///
    /// - Returns: The exit code for all gifts, or nil if all were paid. A refusal takes precedence over an
    ///   unknown outcome.
    static func make(
        _ requests: [GiftRequest], with data: DataFolder, inFlight: Int,
        report: (Result<Gift, CommandError>) throws -> ExitCode?
    ) async throws -> ExitCode? {
        try await withThrowingTaskGroup(of: Result<Gift, CommandError>.self) { group in
            var (gravest, waiting) = (ExitCode?.none, requests[...])
            func start() {
                guard let request = waiting.popFirst() else { return }
                group.addTask { await result(of: request, with: data) }
            }
            for _ in 0..<inFlight { start() }
            while let result = try await group.next() {
                if let end = try report(result), gravest != .refused { gravest = end }
                try Task.checkCancellation()
                start()
            }
            return gravest
        }
    }

    private static func result(of request: GiftRequest, with data: DataFolder)
        async -> Result<Gift, CommandError>
    {
        do {
            return .success(try await data.recordingCommand { try await data.giving.give(request) })
        } catch {
            return .failure(CommandError(error))
        }
    }

    /// The keys of a line, decoded without their values.
    private struct Keys: Decodable {
        let names: [String]

        init(from decoder: any Decoder) throws {
            names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
        }
    }

    private static func request(_ line: String, number: Int, hosts: HostList) throws -> GiftRequest {
        let fields: GiftFields
        do {
            try checkKeys(try JSONDecoder().decode(Keys.self, from: Data(line.utf8)).names, number: number)
            fields = try JSONDecoder().decode(GiftFields.self, from: Data(line.utf8))
        } catch let error as CommandError {
            throw error
        } catch {
            throw malformed(number, "the line is not a JSON object, or one of its values has the wrong type")
        }
        do {
            return try fields.request(hosts: hosts)
        } catch {
            throw CommandError(error).prefixed(by: "line \(number): ")
        }
    }

    /// Rejects unknown keys. For example, ignoring a misspelled `recurring` would make a one-time gift
    /// instead of a monthly one.
    private static func checkKeys(_ names: [String], number: Int) throws {
        let known = GiftFields.CodingKeys.allCases.map(\.rawValue)
        guard let wrong = names.first(where: { !known.contains($0) }) else { return }
        let meant = nearest(to: wrong, among: known).map { "; did you mean \"\($0)\"?" } ?? ""
        throw malformed(number, "the key \"\(wrong.prefix(40))\" is unknown\(meant)")
    }

    private static func malformed(_ number: Int, _ reason: String) -> CommandError {
        CommandError(
            .malformed, code: "malformedLine", "line \(number) is not a valid gift", reason: reason,
            remedy: #"write {"org":"…","amount":"50","method":"pm_card_visa","name":"…","email":"…"}"#)
    }
}
