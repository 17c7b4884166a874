import CCurl
import Foundation
import Synchronization

/// A request in progress, and the part of its response that has arrived.
///
/// Only the loop's thread calls the methods of a transfer, with two exceptions. `whenDone` is called once,
/// before the transfer is passed to the loop. ``fail(_:)`` is called if the loop does not accept the
/// transfer.
final class Transfer: @unchecked Sendable {
    private let request: HTTPRequest
    private let deadline: ContinuousClock.Instant
    private let bodyBytes: Int?
    private let headerBytes: Int
    private let connection: HTTPConnection?
    /// Whether the transfer ends after the TLS handshake and accepts a certificate from any authority.
    private let isInspection: Bool
    private var done: (@Sendable (Result<HTTPResponse, any Error>) -> Void)?
    private var isDone = false
    private var isCanceled = false

    /// The libcurl handle while the transfer is running; otherwise nil.
    private(set) var handle: UnsafeMutableRawPointer?
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var detour: UnsafeMutablePointer<curl_slist>?
    /// The buffer for libcurl's error message.
    private var words: UnsafeMutablePointer<CChar>?
    private var response = HTTPResponse(status: 0)
    private var headerBytesSoFar = 0
    private var isTooLarge = false
    private var discardedBytes = 0
    private var attempts = 0
    private var isInterim = false
    private var hasFinalFields = false
    private var isPrivate = false
    private var isInspected = false

    init(
        _ request: HTTPRequest, deadline: ContinuousClock.Instant, bodyBytes: Int?, headerBytes: Int,
        connection: HTTPConnection? = nil, isInspection: Bool = false
    ) {
        self.request = request
        self.deadline = deadline
        self.bodyBytes = bodyBytes
        self.headerBytes = headerBytes
        self.connection = connection
        self.isInspection = isInspection
    }

    func whenDone(_ done: @escaping @Sendable (Result<HTTPResponse, any Error>) -> Void) { self.done = done }

    /// Whether the transfer was canceled or its deadline has passed.
    var isOver: Bool { isCanceled || deadline <= .now }

    /// Creates and configures libcurl's handle.
    ///
    /// - Returns: The handle. Nil if the transfer failed before it could start.
    func start() -> UnsafeMutableRawPointer? {
        do {
            return try prepared()
        } catch {
            fail(error)
            return nil
        }
    }

    private func prepared() throws -> UnsafeMutableRawPointer {
        guard !isCanceled else {
            throw CancellationError()
        }
        let left = (deadline - .now).components
        guard left.seconds >= 0, left.attoseconds >= 0 else {
            throw HTTPFailure(.timedOut, "no connection became available within the time limit")
        }
        let milliseconds =
            min(Int(clamping: left.seconds), 1 << 30) * 1_000
            + max(1, Int(left.attoseconds / 1_000_000_000_000_000))
        if let flaw = request.flaw {
            throw HTTPFailure(.invalidRequest, flaw)
        }
        guard let easy = ccurl_easy_init() else {
            throw HTTPFailure.outOfMemory
        }
        handle = easy
        // libcurl omits a header without a value; a semicolon sends it empty. Without the last line it waits for
        // "100 Continue" before a large body.
        let lines =
            request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" } + ["Expect:"]
        for line in lines {
            guard let longer = ccurl_slist_append(headers, line) else {
                throw HTTPFailure.outOfMemory
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
        // The minimum version. Without this option, older libraries also accept TLS 1.0 and 1.1.
        ccurl_set_long(easy, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
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
        if let connection {
            try prepare(easy, for: connection, milliseconds: milliseconds)
        } else {
            ccurl_set_pointer(easy, CURLOPT_SSL_CIPHER_LIST, Self.suites)
        }
        // If a reused connection closes before the response begins, libcurl would send the request again. The server
        // may have executed it already, so the caller must be informed.
        let isGuarded = ccurl_set_permission(
            easy, { transfer, address, _, _, _ in Transfer.permits(transfer, address) ? 0 : 1 }, this)
        guard isGuarded == CURLE_OK else {
            throw HTTPFailure(.unavailable, "libcurl is older than 7.80; install a newer version")
        }
        return easy
    }

    /// The TLS 1.2 cipher suites with forward secrecy and authenticated encryption, strongest first. If
    /// libcurl cannot configure the suites of its TLS backend, the backend's defaults apply.
    ///
    /// Source: RFC 9325 §4.2.
    private static let suites = [
        "ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-RSA-AES256-GCM-SHA384",
        "ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-RSA-CHACHA20-POLY1305",
        "ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-GCM-SHA256",
    ].joined(separator: ":")

    /// Configures the connection.
    ///
    /// The connection is always new and is not reused, because libcurl reports certificates only after a full
    /// handshake.
    private func prepare(
        _ easy: UnsafeMutableRawPointer, for connection: HTTPConnection, milliseconds: Int
    ) throws {
        ccurl_set_long(easy, CURLOPT_FRESH_CONNECT, 1)
        ccurl_set_long(easy, CURLOPT_FORBID_REUSE, 1)
        ccurl_set_long(easy, CURLOPT_SSL_SESSIONID_CACHE, 0)
        ccurl_set_long(easy, CURLOPT_CERTINFO, 1)
        if isInspection { ccurl_set_long(easy, CURLOPT_SSL_VERIFYPEER, 0) }
        let words = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
        words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        self.words = words
        ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, words)
        if let authorities = connection.authorities {
            ccurl_set_pointer(easy, CURLOPT_CAINFO, authorities)
            ccurl_set_pointer(easy, CURLOPT_CAPATH, nil)
        }
        if let timeout = connection.connectTimeout?.components {
            let limit =
                Int(clamping: timeout.seconds) * 1_000 + Int(timeout.attoseconds / 1_000_000_000_000_000)
            ccurl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, min(milliseconds, max(1, limit)))
        }
        if let place = connection.connectTo {
            detour = ccurl_slist_append(nil, "::\(place)")
            guard detour != nil else { throw HTTPFailure.outOfMemory }
            ccurl_set_pointer(easy, CURLOPT_CONNECT_TO, detour)
        }
    }

    /// Ends the transfer with the result that libcurl reported.
    func finish(_ result: CURLcode) {
        response.status = handle.map { ccurl_get_long($0, CURLINFO_RESPONSE_CODE) } ?? 0
        if connection != nil { response.peer = peer }
        response.redirectURL = handle.flatMap { ccurl_get_text($0, CURLINFO_REDIRECT_URL) }
            .map { String(cString: $0) }
        // Without its body, a response is complete at the end of its header fields.
        guard result == CURLE_OK || isInspected || bodyBytes == nil && hasFinalFields && !isTooLarge else {
            fail(failure(result))
            return
        }
        response.discardedBytes = discardedBytes
        if result != CURLE_OK, !isInspected, discardedBytes <= Self.mostDiscardedBytes {
            response.bodyFailure = HTTPFailure(result).code
        }
        end(.success(response))
    }

    private var peer: HTTPPeer? {
        guard let handle else { return nil }
        let address = ccurl_get_text(handle, CURLINFO_PRIMARY_IP).map { String(cString: $0) } ?? ""
        // A server may send any number of certificates; a normal chain has two or three.
        let count = min(ccurl_certificate_count(handle), 16)
        let certificates = (0..<count).map { index in
            var fields: [String] = []
            var next = ccurl_certificate(handle, index)
            while let field = next?.pointee {
                if let text = field.data { fields.append(String(cString: text)) }
                next = UnsafePointer(field.next)
            }
            return HTTPCertificate(fields: fields)
        }
        return HTTPPeer(
            address: address.isEmpty ? nil : address, certificates: certificates,
            verification: ccurl_get_long(handle, CURLINFO_SSL_VERIFYRESULT))
    }

    private func failure(_ result: CURLcode) -> HTTPFailure {
        var failure = HTTPFailure(result)
        if isTooLarge {
            failure = tooLarge
        } else if isPrivate {
            failure = HTTPFailure(.failed, "the address is not on the public internet")
            failure.cause = .privateAddress
        } else if let words, words.pointee != 0 {
            failure.reason = String(cString: words)
        }
        switch result {
        case CURLE_COULDNT_RESOLVE_HOST: failure.cause = .nameNotFound
        case CURLE_COULDNT_CONNECT:
            switch handle.map({ Int32(ccurl_get_long($0, CURLINFO_OS_ERRNO)) }) {
            case ECONNREFUSED: failure.cause = .refused
            case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL: failure.cause = .noRoute
            default: break
            }
        case CURLE_PEER_FAILED_VERIFICATION: failure.cause = .certificate
        case CURLE_SSL_CACERT_BADFILE: failure.cause = .noAuthorities
        default: break
        }
        if connection != nil { failure.peer = peer }
        failure.status = hasFinalFields ? response.status : nil
        failure.receivedBytes = bodyBytes == nil ? discardedBytes : response.body.count
        return failure
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
        ccurl_slist_free_all(detour)
        words?.deallocate()
        (handle, headers, detour, words) = (nil, nil, nil, nil)
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

    /// The maximum size of a discarded body, in bytes. If the body is longer, the connection is closed.
    private static let mostDiscardedBytes = 64 << 10
    private static let spaces = CharacterSet(charactersIn: " \t\r\n")

    /// Returns whether libcurl may send the request. False for a second attempt, for an inspection, and for a
    /// private address that is not permitted.
    private static func permits(
        _ transfer: UnsafeMutableRawPointer?, _ address: UnsafeMutablePointer<CChar>?
    ) -> Bool {
        guard let transfer else { return false }
        let this = Unmanaged<Transfer>.fromOpaque(transfer).takeUnretainedValue()
        this.attempts += 1
        if this.connection?.permitsPrivateAddresses == false {
            this.isPrivate = !isPublicAddress(address.map { String(cString: $0) } ?? "")
        }
        this.isInspected = this.isInspection && !this.isPrivate
        return this.attempts == 1 && !this.isPrivate && !this.isInspection
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
            let value = line[line.utf8.index(after: colon)...].trimmingCharacters(in: Self.spaces)
            response.headers.append(.init(String(line[..<colon]), value))
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
    /// The reason why the request is invalid, or nil if no problem was found.
    fileprivate var flaw: String? {
        let isPrintable = ([method, url] + headers.flatMap { [$0.name, $0.value] }).allSatisfy { text in
            text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
        }
        // A control character could end a line of the request.
        guard isPrintable else { return "the URL, the method or a header contains a control character" }
        let scheme = url.prefix { $0 != ":" }.lowercased()
        return ["http", "https"].contains(scheme) ? nil : "the URL does not begin with http:// or https://"
    }
}

extension HTTPFailure {
    static let outOfMemory = HTTPFailure(.unavailable, "libcurl is out of memory")
    static let closed = HTTPFailure(.unavailable, "the client is closed")

    /// Creates a failure from a libcurl result code. Source: curl.se, libcurl-errors(3).
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
