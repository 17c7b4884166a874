import Foundation
import InvocationRouter
import TagKit

/// Decodes an NDEF message and prints the organization, the fund and whether a monthly gift is offered first.
@main
struct TapReader {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 1, let message = bytes(hex: arguments.joined()) else {
            stop("usage: TapReader HEX", code: 64)
        }
        do {
            guard let uri = try firstURI(in: message) else { stop("the message contains no URI", code: 65) }
            guard case .gift(let invocation) = try Route.parse(uri, profile: .tap) else {
                stop("the URI is not for a gift: \(uri.escapedForDisplay())", code: 65)
            }
            let organization = invocation.org ?? invocation.orgAlias ?? ""
            print("organization: \(organization.escapedForDisplay())")
            print("fund: \(invocation.fundUnclear ? "unclear" : invocation.fund ?? "default")")
            print("recurring: \(invocation.recurring)")
        } catch let error as NDEFError {
            stop("\(error.summary): \(error.reason)", code: 65)
        } catch let error as InvocationError {
            stop(error.summary, code: 65)
        } catch {
            stop("\(error)", code: 70)
        }
    }

    /// Returns the first URI of a message; nil if it contains none.
    private static func firstURI(in message: [UInt8]) throws -> String? {
        for record in try NDEFMessage(decoding: message).records {
            if case .uri(let content) = try record.decoded() { return content.uri }
        }
        return nil
    }

    /// Parses pairs of hex digits; returns nil if there is anything else.
    private static func bytes(hex text: String) -> [UInt8]? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    /// Prints an error and exits.
    private static func stop(_ message: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data("error: \(message)\n".utf8))
        exit(code)
    }
}
