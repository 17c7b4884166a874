package import Giving
import TimeKit

extension Tap: Documented {
    package static let fields = DocumentFields<Tap>("tap") {
        Field("id") { $0.id }
        Field(
            "url",
            "the first 200 bytes of the URL, or only the destination if the URL might contain a card number"
        ) { $0.url }
        Field("url_cut", "whether the URL is longer than the stored part") { $0.isCut }
        Field("canonical", "the canonical form of the URL, or null") { $0.canonical }
        Field("org", .text()) { $0.organization }
        Field("fund", "the fund in the URL") { $0.fund }
        Field("uid", "the UID, if the tag mirrors it") { $0.uid }
        Field("counter", "the tap counter, if the tag mirrors it") { $0.counter }
        Field("evidence", "mirror or sun") { $0.evidence }
        Field("fresh", "whether the counter is higher than every earlier counter of this UID") { $0.isFresh }
        Field("source") { $0.source }
        Field("created") { $0.created }
    }
}
