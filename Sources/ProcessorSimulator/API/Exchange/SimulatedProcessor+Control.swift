import Processor
import TextKit
import TimeKit

extension SimulatedProcessor {
    /// The path prefix of requests that read or set the simulator's clock.
    public static let clockPath = "/_tapctl/clock"
    /// The path prefix of requests that list, add and remove faults.
    public static let faultPath = "/_tapctl/faults"

    /// Executes a control request and returns the response. Tests use control requests to set the clock and
    /// to inject faults. Stripe's API has no equivalent.
    ///
    /// - `GET /_tapctl/clock` returns the time.
    /// - `POST /_tapctl/clock/advance` with `by=31d`, or `POST /_tapctl/clock/set` with
    ///   `to=2027-01-31T09:00:00Z`, changes the time.
    /// - `GET /_tapctl/faults` lists the faults.
    /// - `POST /_tapctl/faults` with `kind`, `on`, `ms`, `rate_per_10000`, `first` and `seed` adds a fault.
    /// - `DELETE /_tapctl/faults` removes all faults, and `DELETE /_tapctl/faults/3` removes only fault 3.
    ///
    /// A control request requires a secret key. A publishable key is not sufficient.
    public func control(_ request: APIRequest) async -> APIResponse {
        do {
            guard case .everything = try Keyring.access(request.apiKey) else {
                throw ProcessorError(
                    .invalidRequest, status: 401, code: "secret_key_required",
                    message: "Access to the simulator's clock and faults requires a secret key.")
            }
            let body = try await steered(request)
            return APIResponse(status: 200, body: body.tree.bytes, requestID: "req_control")
        } catch {
            let error = (error as? ProcessorError) ?? ProcessorError(.api, status: 500, message: "\(error)")
            return APIResponse(
                status: error.status, body: ErrorShape.body(error, in: nil), requestID: "req_control")
        }
    }

    /// Returns whether ``control(_:)`` handles this path. ``exchange(_:)`` handles all other paths.
    public static func steers(_ path: String) -> Bool {
        path.hasPrefix(clockPath) || path.hasPrefix(faultPath)
    }

    private func steered(_ request: APIRequest) async throws -> JSONObject {
        if request.path.hasPrefix(Self.faultPath) { return try await faultControl(request) }
        let time = try await moved(request)
        return [
            "object": "clock", "now": time.now, "now_text": time.now.iso8601,
            "ahead": time.ahead,
        ]
    }

    private func moved(_ request: APIRequest) async throws -> Time {
        let form = try FormNode(form: request.body)
        switch (request.method, request.path) {
        case ("GET", Self.clockPath): return try await time()
        case ("POST", Self.clockPath + "/advance"):
            try form.checkNames(["by"])
            guard let text = form["by"]?.text else { throw ProcessorError.missing("by") }
            guard let seconds = ClockSpan.seconds(text) else {
                throw ProcessorError.invalid(
                    "'\(text.prefix(30))' is not a duration: use a format like 31d, 90m or 1d12h.",
                    parameter: "by")
            }
            return try await moveClock(bySeconds: seconds)
        case ("POST", Self.clockPath + "/set"):
            try form.checkNames(["to"])
            guard let text = form["to"]?.text else { throw ProcessorError.missing("to") }
            guard let moment = Timestamp(iso8601: text) else {
                throw ProcessorError.invalid(
                    "'\(text.prefix(30))' is not a time: use a format like 2027-01-31T09:00:00Z.",
                    parameter: "to")
            }
            return try await moveClock(to: moment)
        default:
            throw ProcessorError(
                .invalidRequest, status: 404,
                message: "The simulator does not support \(request.method) \(request.path.prefix(100)).")
        }
    }
}

extension FormNode {
    /// Throws an error with status 400 if a control request's form has a field that is not in `names` or that
    /// has nested fields.
    func checkNames(_ names: Set<String>) throws {
        guard let other = parts.first(where: { !names.contains($0.name) || $0.node.text == nil }) else {
            return
        }
        throw ProcessorError.invalid(
            "parameter_unknown",
            "Unknown or nested parameter: \(other.name.prefix(100)). Use these parameters without brackets: \(names.sorted().joined(separator: ", ")).",
            parameter: String(other.name.prefix(100)))
    }
}
