package import Giving
import TimeKit

extension Tap: Documented {
    package static let fields = DocumentFields<Tap>("tap") {
        Field("id") { $0.id }
        Field("url", "as received; only its destination if it might contain a card number") { $0.url }
        Field("canonical", "its canonical form, if it has one") { $0.canonical }
        Field("org", .text()) { $0.organization }
        Field("fund", "the fund that it named") { $0.fund }
        Field("uid", "the tag's, if it mirrors it") { $0.uid }
        Field("counter", "the tag's, if it mirrors it") { $0.counter }
        Field("evidence", "mirror or sun") { $0.evidence }
        Field("fresh", "the counter is greater than any seen of this UID") { $0.isFresh }
        Field("source") { $0.source }
        Field("created") { $0.created }
    }
}
