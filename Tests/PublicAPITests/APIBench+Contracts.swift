import Contracts
import Testing

@testable import DataFolderKit
@testable import Documents
@testable import PublicAPI

extension APIBench {
    /// Returns the body of a contract of 1,000.00 with a payment structure, by default in two halves if it
    /// has milestones.
    ///
    /// - Parameter change: JSON values by key; nil removes the key.
    static func contract(
        _ structure: PaymentStructure.Kind = .upfront, _ change: [String: String?] = [:]
    ) -> String {
        var keys: [String: String?] = [
            "payer_name": #""A Client""#, "payer_email": #""client@example.org""#, "title": #""Kitchen""#,
            "description": #""A new kitchen, fitted""#, "start_date": #""2026-03-01""#,
            "end_date": #""2026-04-30""#, "deliverables": #"["Kitchen"]"#, "total_minor": "100000",
            "structure": "\"\(structure.rawValue)\"", "send": "true",
        ]
        if structure == .milestones {
            keys["milestones"] = """
                [{"title":"Half","share_basis_points":5000},{"title":"Rest","share_basis_points":5000}]
                """
        }
        keys.merge(change) { $1 }
        let members = keys.sorted { $0.key < $1.key }.compactMap { key, value in
            value.map { "\"\(key)\":\($0)" }
        }
        return "{\(members.joined(separator: ","))}"
    }

    /// Creates a contract that pays `Grace`, and sends it by default.
    func contract(
        _ structure: PaymentStructure.Kind = .upfront, _ change: [String: String?] = [:],
        by key: String = "owner", once: String? = nil
    ) async throws -> Answer {
        try await call("POST", "/api/contracts", Self.contract(structure, change), by: key, once: once)
    }

    /// Pays a contract.
    ///
    /// - Parameter more: More JSON members of the body.
    func pay(
        _ id: String, _ more: String = "", method: String = "pm_card_bypassPending", by key: String = "owner",
        once: String? = nil
    ) async throws -> Answer {
        let body = #"{"method":"\#(method)"\#(more.isEmpty ? "" : ",\(more)")}"#
        return try await call("POST", "/api/contracts/\(id)/process-payment", body, by: key, once: once)
    }

    /// Requests a transition of a contract.
    func change(_ id: String, _ transition: String, _ more: String = "", by key: String = "owner")
        async throws
        -> Answer
    {
        let body = #"{"transition":"\#(transition)"\#(more.isEmpty ? "" : ",\(more)")}"#
        return try await call("PATCH", "/api/contracts/\(id)/status", body, by: key)
    }
}
