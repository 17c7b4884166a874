import HTMLKit
import Processor
import ProcessorSimulator
import ServerKit

/// The page on which a bank asks its customer to confirm a payment or the saving of a card:
/// `/pages/3ds/{intent}?secret=…`.
enum ChallengePages {
    static let routes: [PageRoute] = [
        .get(path) { request in
            let secret = request.query["secret"] ?? ""
            return show(
                try await request.processor.challengePage(of: request.path("intent"), secret: secret), secret)
        },
        .post(path) { request in
            let secret = request.form["secret"] ?? ""
            let page = try await request.processor.answerChallenge(
                of: request.path("intent"), secret: secret, request.option("answer"))
            return page.leadsTo.map { .redirect($0) } ?? show(page, secret)
        },
    ]

    private static let path = "/pages/3ds/{intent}"

    private static func show(_ page: ChallengePage, _ secret: String) -> ProcessorPageResponse {
        guard page.isOpen else {
            let way = ProcessorPageLayout.link(page.leadsTo, "Continue")
            return ProcessorPageLayout.page(
                "Your bank has received your response", "<p>There is nothing left to confirm.</p>\(way)")
        }
        let question =
            page.amount.map { "Do you want to pay \($0) to \(page.merchant)?" }
            ?? "Do you want to save this card for later payments to \(page.merchant)?"
        return ProcessorPageLayout.page(
            "Confirm with your bank",
            """
            <p>\(question)</p>
            <form method="post" action="/pages/3ds/\(page.intent)">
            <input type="hidden" name="secret" value="\(secret)">
            <button name="answer" value="passed">Complete authentication</button>
            <button class="quiet" name="answer" value="failed">Fail authentication</button>
            </form>
            """)
    }
}
