import NIOCore
import NIOHTTP1

/// A handler that changes the head of a request as HTTP prescribes, before the head's version and the host in
/// its target are discarded.
///
/// - If the target is an absolute URL, the URL's host and port replace the `Host` header. The checks of the
///   header then also apply to the target. A request without a `Host` header, or with more than one, is
///   invalid and remains so.
/// - In a request of HTTP/1.0, `Expect` is removed, because such a client cannot read interim responses.
///
/// Source: RFC 9112 §3.2.2; RFC 9110 §10.1.1.
final class RequestHeadHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        if head.headers["Host"].count == 1, let authority = Self.authority(of: head.uri) {
            head.headers.replaceOrAdd(name: "Host", value: authority)
        }
        if head.version != .http1_1 { head.headers.remove(name: "Expect") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Returns the host and port of an absolute URL, including any user name. Returns nil if the target is
    /// not an absolute URL.
    static func authority(of target: String) -> String? {
        let bytes = target.utf8
        guard bytes.first != UInt8(ascii: "/"), let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
            return nil
        }
        let rest = bytes[bytes.index(after: colon)...]
        guard rest.starts(with: "//".utf8) else { return nil }
        return String(Substring(rest.dropFirst(2).prefix(while: { !"/?#".utf8.contains($0) })))
    }
}
