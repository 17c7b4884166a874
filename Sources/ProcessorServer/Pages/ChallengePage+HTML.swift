import Processor
import ProcessorSimulator
import TextKit

/// `/pages/3ds/{intent}?secret=…`: where the donor's bank asks.
enum ChallengePages {
    static func answer(_ request: PageRequest, _ processor: SimulatedProcessor) async throws(ProcessorError)
        -> PageAnswer
    {
        let (intent, secret) = (request.parts[1], request.form["secret"] ?? request.query["secret"] ?? "")
        guard request.method == "POST",
            let outcome = request.form["answer"].flatMap(PaymentIntent.ChallengeOutcome.init)
        else {
            return show(try await processor.challengePage(of: intent, secret: secret), secret)
        }
        let page = try await processor.answerChallenge(of: intent, secret: secret, outcome)
        return page.leadsTo.map { .redirect($0) } ?? show(page, secret)
    }

    static func show(_ page: ChallengePage, _ secret: String) -> PageAnswer {
        guard page.isOpen else {
            let way = page.leadsTo.map { "<p><a href=\"\($0.escapedForHTML)\">Go on</a></p>" } ?? ""
            return PageFrame.page(
                "Your bank has your answer", "<p>There is nothing to answer any more.</p>\(way)")
        }
        let question =
            page.amount.map { "Do you want to pay \($0)?" } ?? "Do you want this card to be kept for later?"
        return PageFrame.page(
            "Your bank asks",
            """
            <p>\(question.escapedForHTML)</p>
            <form method="post" action="/pages/3ds/\(page.intent.escapedForHTML)">
            <input type="hidden" name="secret" value="\(secret.escapedForHTML)">
            <button name="answer" value="passed">Complete authentication</button>
            <button name="answer" value="failed">Fail authentication</button>
            </form>
            """)
    }
}
