import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing

/// Source: Stripe API reference, "Update a dispute".
@Suite struct DisputeEvidenceTests {
    let bench: ProcessorBench

    init() throws { bench = try ProcessorBench() }

    /// Makes a payment that is disputed, and returns the path of the dispute.
    private func disputed(_ method: String = "pm_card_createDispute") async throws -> String {
        _ = try await bench.gift(to: nil, with: method)
        bench.clock.advance(seconds: 60)
        let disputes = await bench.api("GET", "/v1/disputes")
        return "/v1/disputes/\(disputes["data.0.id"])"
    }

    @Test("staged evidence is shown, but not submitted")
    func staged() async throws {
        let path = try await disputed()
        #expect(await bench.api("GET", path)["evidence_details.has_evidence"] == "0")
        let form = "evidence[uncategorized_text]=winning_evidence&evidence[customer_name]=Ann&submit=false"
        let staged = await bench.api("POST", path, form)
        #expect(staged["status"] == "needs_response")
        #expect(staged["evidence_details.has_evidence"] == "1")
        #expect(staged["evidence_details.submission_count"] == "0")
        #expect(staged["evidence.uncategorized_text"] == "winning_evidence")
        #expect(staged["evidence.customer_name"] == "Ann")
    }

    @Test(
        "a later request submits the staged evidence, which decides the dispute",
        arguments: [
            ("submit=true", "winning_evidence", "won"), ("submit=true", "losing_evidence", "lost"),
            ("metadata[a]=1", "winning_evidence", "won"),
            ("evidence[product_description]=Mug", "losing_evidence", "lost"), ("", "winning_evidence", "won"),
        ])
    func submitsStaged(form: String, text: String, status: String) async throws {
        let path = try await disputed()
        _ = await bench.api("POST", path, "evidence[uncategorized_text]=\(text)&submit=false")
        let submitted = await bench.api("POST", path, form)
        #expect(submitted["status"] == "under_review", "\(submitted["error.message"])")
        #expect(submitted["evidence_details.submission_count"] == "1")
        bench.clock.advance(seconds: 1)
        let decided = await bench.api("GET", path)
        #expect(decided["status"] == status && decided["evidence.uncategorized_text"] == text)
        #expect(decided["evidence_details.submission_count"] == "1")
    }

    @Test("evidence without a text is submitted, and the dispute is lost after its deadline")
    func otherFields() async throws {
        let path = try await disputed()
        let submitted = await bench.api("POST", path, "evidence[product_description]=Mug")
        #expect(submitted["status"] == "under_review")
        #expect(submitted["evidence_details.has_evidence"] == "1")
        #expect(submitted["evidence_details.submission_count"] == "1")
        #expect(submitted["evidence.product_description"] == "Mug")
        #expect(submitted["evidence.uncategorized_text"] == "")
        bench.clock.advance(seconds: 30 * 86_400)
        #expect(await bench.api("GET", path)["status"] == "lost")
    }

    @Test("a request without evidence submits nothing if nothing is staged")
    func nothing() async throws {
        let path = try await disputed()
        for form in ["submit=true", "metadata[a]=1", ""] {
            let answer = await bench.api("POST", path, form)
            #expect(answer["status"] == "needs_response", "\(form)")
            #expect(answer["evidence_details.submission_count"] == "0")
        }
    }

    @Test("submitted evidence cannot be changed, but the metadata can")
    func unchangeable() async throws {
        let path = try await disputed()
        _ = await bench.api("POST", path, "evidence[customer_name]=Ann")
        for submit in ["true", "false"] {
            let late = await bench.api("POST", path, "evidence[customer_name]=Ben&submit=\(submit)")
            #expect(late.status == 400 && late["error.message"].contains("no longer accepts evidence"))
        }
        let changed = await bench.api("POST", path, "metadata[a]=1")
        #expect(changed["metadata.a"] == "1" && changed["evidence.customer_name"] == "Ann")
        #expect(changed["status"] == "under_review")
    }

    @Test("the evidence of an inquiry is reviewed")
    func inquiry() async throws {
        let path = try await disputed("pm_card_createDisputeInquiry")
        _ = await bench.api("POST", path, "evidence[customer_name]=Ann&submit=false")
        #expect(await bench.api("POST", path, "submit=true")["status"] == "warning_under_review")
    }
}
