import Foundation
import Giving
import InvocationRouter
import PaymentCore

/// Many gifts in a file, a JSON object a line, with the names of `gift make`'s options as keys.
enum GiftFile {
    /// The most lines that are taken.
    static let mostLines = 100_000

    /// The requests of a file.
    ///
    /// - Throws: exit 65 with the first line that is none.
    static func read(_ path: String, hosts: HostList) throws -> [GiftRequest] {
        var requests: [GiftRequest] = []
        try Input.forEachLine(of: path) { line in
            guard requests.count < mostLines else {
                throw malformed(requests.count + 1, "a file may have \(mostLines) gifts")
            }
            requests.append(try request(line, number: requests.count + 1, hosts: hosts))
        }
        return requests
    }

    /// Makes gifts, so many at a time, and tells each result as it comes.
    ///
    /// - Parameter tell: Returns whether the gift was not paid.
    /// - Returns: Whether any was not.
    static func make<Units: UnitsOfWork>(
        _ requests: [GiftRequest], with giving: GivingService<Units>, inFlight: Int,
        tell: (Result<Gift, CommandError>) throws -> Bool
    ) async throws -> Bool where Units.Unit: GivingUnit {
        try await withThrowingTaskGroup(of: Result<Gift, CommandError>.self) { group in
            var (anyFailed, waiting) = (false, requests[...])
            func start() {
                guard let request = waiting.popFirst() else { return }
                group.addTask { await result(of: request, with: giving) }
            }
            for _ in 0..<inFlight { start() }
            while let result = try await group.next() {
                if try tell(result) { anyFailed = true }
                try Task.checkCancellation()
                start()
            }
            return anyFailed
        }
    }

    private static func result<Units: UnitsOfWork>(of request: GiftRequest, with giving: GivingService<Units>)
        async -> Result<Gift, CommandError> where Units.Unit: GivingUnit
    {
        do {
            return .success(try await giving.give(request))
        } catch {
            return .failure(CommandError(error))
        }
    }

    /// One line, with the keys that are not known named.
    private struct Line: Decodable {
        var org, fund, url, amount, currency, method, name, email, phone, client: String?
        var recurring, cover_fees: Bool?
        var idempotency_key: String?
    }

    private static func request(_ line: String, number: Int, hosts: HostList) throws -> GiftRequest {
        let read: Line
        do {
            read = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
        } catch {
            throw malformed(number, "it is no JSON object of texts")
        }
        var options = GiftOptions()
        (options.org, options.fund, options.url) = (read.org, read.fund, read.url)
        (options.amount, options.currency) = (read.amount, read.currency)
        (options.method, options.name, options.email) = (read.method, read.name, read.email)
        (options.phone, options.client) = (read.phone, read.client)
        (options.recurring, options.coverFees) = (read.recurring ?? false, read.cover_fees ?? false)
        options.idempotencyKey = read.idempotency_key
        return try options.request(hosts: hosts)
    }

    private static func malformed(_ number: Int, _ reason: String) -> CommandError {
        CommandError(
            .malformed, code: "malformedLine", "line \(number) is no gift", reason: reason,
            remedy: #"write {"org":"…","amount":"50","method":"pm_card_visa","name":"…","email":"…"}"#)
    }
}
