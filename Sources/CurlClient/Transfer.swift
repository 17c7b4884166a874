import CCurl
import Synchronization

/// A request in progress, and the part of its response that has arrived.
///
/// Only the loop's thread calls its methods, except for `whenDone`, which is called once before the loop gets the transfer.
final class Transfer: @unchecked Sendable {
    private let request: HTTPRequest
    private let deadline: ContinuousClock.Instant
    private let bodyBytes: Int?
    private let headerBytes: Int
    private var done: (@Sendable (Result<HTTPResponse, any Error>) -> Void)?
    private var isDone = false
    private var isCanceled = false

    /// libcurl's handle of the transfer while it runs.
    private(set) var handle: UnsafeMutableRawPointer?
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var response = HTTPResponse(status: 0)
    private var headerBytesSoFar = 0
    private var isTooLarge = false
    private var discardedBytes = 0
    private var attempts = 0
    private var isInterim = false
    private var hasFinalFields = false

    init(_ request: HTTPRequest, deadline: ContinuousClock.Instant, bodyBytes: Int?, headerBytes: Int) {
        self.request = request
        self.deadline = deadline
        self.bodyBytes = bodyBytes
        self.headerBytes = headerBytes
    }

    func whenDone(_ done: @escaping @Sendable (Result<HTTPResponse, any Error>) -> Void) { self.done = done }

    /// Whether the transfer no longer needs a handle: it was canceled, or its deadline has passed.
    var isOver: Bool { isCanceled || deadline <= .now }

    /// Prepares libcurl's handle.
    ///
    /// - Returns: nil if the transfer has failed already.
    func start() -> UnsafeMutableRawPointer? {
        guard !isCanceled else {
            fail(CancellationError())
            return nil
        }
        let left = (deadline - .now).components
        guard left.seconds >= 0, left.attoseconds >= 0 else {
            fail(HTTPFailure(.timedOut, "no connection was free in time"))
            return nil
        }
        let milliseconds =
            min(Int(clamping: left.seconds), 1 << 30) * 1_000
            + max(1, Int(left.attoseconds / 1_000_000_000_000_000))
        if let flaw = request.flaw {
            fail(HTTPFailure(.invalidRequest, flaw))
            return nil
        }
        guard let easy = ccurl_easy_init() else {
            fail(HTTPFailure(.unavailable, "libcurl is out of memory"))
            return nil
        }
        handle = easy
        // libcurl omits a header without a value; a semicolon sends it empty. Without the last line it waits for
        // "100 Continue" before a large body.
        let lines =
            request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" } + ["Expect:"]
        for line in lines {
            guard let longer = ccurl_slist_append(headers, line) else {
                fail(HTTPFailure(.unavailable, "libcurl is out of memory"))
                return nil
            }
            headers = longer
        }
        ccurl_set_pointer(easy, CURLOPT_HTTPHEADER, headers)
        ccurl_set_pointer(easy, CURLOPT_URL, request.url)
        ccurl_end_without_resolver(easy)
        ccurl_set_pointer(easy, CURLOPT_PROXY, "")
        ccurl_set_long(easy, CURLOPT_PATH_AS_IS, 1)
        ccurl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        ccurl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
        ccurl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        ccurl_set_long(easy, CURLOPT_TIMEOUT_MS, milliseconds)
        ccurl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, milliseconds)
        if let body = request.body {
            ccurl_set_long(easy, CURLOPT_POST, 1)
            ccurl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
            // A null pointer would mean no body at all.
            _ = (body.isEmpty ? [0] : body).withUnsafeBytes {
                ccurl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, $0.baseAddress)
            }
        } else if request.method == "HEAD" {
            ccurl_set_long(easy, CURLOPT_NOBODY, 1)
        }
        ccurl_set_pointer(easy, CURLOPT_CUSTOMREQUEST, request.method)
        let this = Unmanaged.passUnretained(self).toOpaque()
        ccurl_set_function(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, transfer in
            Transfer.take(bytes, size * count, transfer) { $0.takeHeader($1) }
        }
        ccurl_set_pointer(easy, CURLOPT_HEADERDATA, this)
        ccurl_set_function(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, transfer in
            Transfer.take(bytes, size * count, transfer) { $0.takeBody($1) }
        }
        ccurl_set_pointer(easy, CURLOPT_WRITEDATA, this)
        // If a reused connection closes before the response begins, libcurl would send the request again. The server may
        // have carried it out, so the caller has to know.
        let isGuarded = ccurl_set_permission(
            easy, { transfer, _, _, _, _ in Transfer.isFirstAttempt(transfer) ? 0 : 1 }, this)
        guard isGuarded == CURLE_OK else {
            fail(HTTPFailure(.unavailable, "libcurl is older than 7.80; install a newer one"))
            return nil
        }
        return easy
    }

    /// Ends the transfer with libcurl's result.
    func finish(_ result: CURLcode) {
        response.status = handle.map { ccurl_get_long($0, CURLINFO_RESPONSE_CODE) } ?? 0
        // Without its body, a response is complete at the end of its header fields.
        guard result == CURLE_OK || bodyBytes == nil && hasFinalFields && !isTooLarge else {
            fail(isTooLarge ? tooLarge : HTTPFailure(result))
            return
        }
        end(.success(response))
    }

    /// Ends the transfer now if it is running, or as soon as it is started.
    func cancel() {
        isCanceled = true
        if handle != nil { fail(CancellationError()) }
    }

    /// Ends the transfer without a response.
    func fail(_ error: any Error) { end(.failure(error)) }

    private func end(_ result: Result<HTTPResponse, any Error>) {
        guard !isDone else { return }
        isDone = true
        if let handle { ccurl_easy_cleanup(handle) }
        ccurl_slist_free_all(headers)
        (handle, headers) = (nil, nil)
        done?(result)
        done = nil
    }

    private var tooLarge: HTTPFailure {
        let isOfHeaders = headerBytesSoFar > headerBytes
        return HTTPFailure(
            .tooLarge,
            "the response's \(isOfHeaders ? "headers have" : "body has") more than \(isOfHeaders ? headerBytes : bodyBytes ?? 0) bytes"
        )
    }

    /// The connection is closed if a body that nobody reads is longer.
    private static let mostDiscardedBytes = 64 << 10

    private static func isFirstAttempt(_ transfer: UnsafeMutableRawPointer?) -> Bool {
        guard let transfer else { return false }
        let this = Unmanaged<Transfer>.fromOpaque(transfer).takeUnretainedValue()
        this.attempts += 1
        return this.attempts == 1
    }

    private static func take(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ transfer: UnsafeMutableRawPointer?,
        _ taking: (Transfer, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let bytes, let transfer else { return 0 }
        let this = Unmanaged<Transfer>.fromOpaque(transfer).takeUnretainedValue()
        // libcurl aborts the transfer if the returned count differs from the given one.
        return taking(this, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : -1
    }

    private func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
        headerBytesSoFar += bytes.count
        guard headerBytesSoFar <= headerBytes else {
            isTooLarge = true
            return false
        }
        let line = String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            // The fields of an interim response (RFC 9110 §15.2) are not those of the final one.
            response.headers = []
            isInterim = line.split(separator: " ").dropFirst().first?.hasPrefix("1") ?? false
        } else if let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) {
            let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0D, 0x0A].contains($0) }
            let value = Array(line.utf8[line.utf8.index(after: colon)...]).drop(while: isSpace)
            let end = value.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? value.startIndex
            response.headers.append(
                .init(String(line[..<colon]), String(decoding: value[..<end], as: UTF8.self)))
        } else if line == "\r\n" || line == "\n" {
            hasFinalFields = !isInterim
        }
        return true
    }

    private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let bodyBytes else {
            discardedBytes += bytes.count
            return discardedBytes <= Self.mostDiscardedBytes
        }
        guard bytes.count <= bodyBytes - response.body.count else {
            isTooLarge = true
            return false
        }
        response.body += bytes
        return true
    }
}

extension HTTPRequest {
    /// The reason why the request cannot be sent; nil if it can be.
    fileprivate var flaw: String? {
        let isPrintable = ([method, url] + headers.flatMap { [$0.name, $0.value] }).allSatisfy { text in
            text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
        }
        // A control character could end a line of the request.
        guard isPrintable else { return "the URL, the method or a header has a control character" }
        let scheme = url.prefix { $0 != ":" }.lowercased()
        return ["http", "https"].contains(scheme) ? nil : "the URL does not begin with http:// or https://"
    }
}

extension HTTPFailure {
    /// A failure from libcurl's result. Source: curl.se, libcurl-errors(3).
    fileprivate init(_ result: CURLcode) {
        let code: Code =
            switch result {
            case CURLE_URL_MALFORMAT: .invalidRequest
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT: .unreachable
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE,
                // A second attempt was refused.
                CURLE_ABORTED_BY_CALLBACK:
                .connectionClosed
            case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
                CURLE_SSL_CACERT_BADFILE:
                .tls
            default: .failed
            }
        self.init(code, String(cString: ccurl_easy_strerror(result)))
    }
}
