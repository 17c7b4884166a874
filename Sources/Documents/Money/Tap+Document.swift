package import Giving
import TimeKit

extension Tap: Documented {
    package static let fields = DocumentFields<Tap>("tap") {
        Field("id") { $0.id }
        Field("url", "as received; only its destination if it might contain a card number") { $0.url }
        Field("canonical", "its canonical form, if it has one") { $0.canonical }
        Field("org", .text()) { $0.organization }
        Field("fund", "the fund named in the URL") { $0.fund }
        Field("uid", "mirrored by the tag, if it does so") { $0.uid }
        Field("counter", "mirrored by the tag, if it does so") { $0.counter }
        Field("evidence", "mirror or sun") { $0.evidence }
        Field("fresh", "whether the counter exceeds every earlier one of this UID") { $0.isFresh }
        Field("source") { $0.source }
        Field("created") { $0.created }
    }
}
