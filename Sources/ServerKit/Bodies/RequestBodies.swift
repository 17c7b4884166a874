public import HTTPTypes
public import HummingbirdCore
public import NIOCore
import NIOHTTPTypes

/// The error for a request body that is longer than its limit.
public struct LongBody: Error, Hashable {
    /// The maximum size of the body in bytes.
    public let limit: Int
}

extension BodyDeadlines {
    /// Returns the whole body of a request. If the client waits for permission to send the body, sends the
    /// interim response 100 (Continue) first.
    ///
    /// Source: RFC 9110 §10.1.1.
    ///
    /// - Parameters:
    ///   - request: The request, whose body has not been read.
    ///   - limit: The maximum size of the body in bytes.
    ///   - channel: The connection on which the request was received.
    /// - Throws: ``LongBody`` if the body exceeds the limit. If the request declares its length, nothing is
    ///   read in this case. ``LateBody`` if the body does not arrive in time.
    public func body(
        of request: Request, upTo limit: Int, on channel: any Channel
    ) async throws -> ByteBuffer {
        // The HTTP decoder has refused a length that is not a number of at most 64 bits.
        if let length = request.headers[.contentLength].flatMap({ UInt64($0) }), length > UInt64(limit) {
            throw LongBody(limit: limit)
        }
        if request.headers[.expect]?.lowercased() == "100-continue" {
            // If the connection has been closed, reading the body fails.
            channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)), promise: nil)
        }
        let stream = request.body
        do {
            return try await body { try await stream.collect(upTo: limit) }
        } catch is NIOTooManyBytesError {
            throw LongBody(limit: limit)
        }
    }
}

extension HTTPFields {
    /// Whether a request's body has an encoding besides `chunked`, such as `gzip, chunked`, which the server
    /// cannot decode. Such a request gets status 501. The parser refuses a body whose last encoding is not
    /// `chunked`, because the end of the body is unknown.
    ///
    /// Source: RFC 9112 §6.1, §6.3.
    public var hasUnknownTransferCoding: Bool {
        let codings = self[values: .transferEncoding].joined(separator: ",").lowercased()
            .split(separator: ",").map { $0.trimmingPrefix(while: \.isWhitespace) }
        return codings.count > 1 && codings.last == "chunked"
    }
}
