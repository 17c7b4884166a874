import Foundation
import TagKit

extension PCSCReader {
    /// The names of pcscd's readers, in its order, but for slots of contact cards; none where pcscd does not run.
    public static func list() async -> [String] {
        PCSCReaderName.contactless((try? await names()) ?? [])
    }

    /// The names of pcscd's readers, contact slots left out.
    ///
    /// - Throws: `readerGone` where pcscd does not run, `readerStalled` where it does not answer.
    static func names() async throws(TagError) -> [String] {
        // The threads of Swift's tasks must not wait.
        let listed: Result<[String], TagError> = await withCheckedContinuation { continuation in
            Thread {
                let calls = PatientThread(name: "pcscd")
                continuation.resume(
                    returning: Result { () throws(TagError) in
                        let link = try join(calls)
                        return try run(on: calls) { () throws(PCSCFault) in
                            defer { link.leave() }
                            return try link.readers()
                        }
                    })
            }.start()
        }
        return try listed.get()
    }

    /// Joins the service, on the thread where all its calls will be.
    static func join(_ calls: PatientThread) throws(TagError) -> PCSCLink {
        try run(on: calls) { () throws(PCSCFault) in try PCSCLink() }
    }

    private static func run<Value: Sendable>(
        on calls: PatientThread, _ body: @escaping @Sendable () throws(PCSCFault) -> Value
    ) throws(TagError) -> Value {
        let limit = Limits.pseudoAPDU
        guard let outcome = calls.run(within: limit, { Result(catching: body) }) else {
            throw stalled(after: limit)
        }
        do throws(PCSCFault) { return try outcome.get() } catch { throw error.error }
    }
}
