package import Giving
import TimeKit

extension Tap: Documented {
    package static let fields = DocumentFields<Tap>("tap") {
        Field("id") { $0.id }
        Field("url", "as it arrived; only where it led if a card's number could stand in it") { $0.url }
        Field("canonical", "its canonical form, where there is one") { $0.canonical }
        Field("org", .text()) { $0.organization }
        Field("fund", "the fund that it named") { $0.fund }
        Field("uid", "the tag's, where it was mirrored") { $0.uid }
        Field("counter", "the tag's, where it was mirrored") { $0.counter }
        Field("evidence", "mirror or sun") { $0.evidence }
        Field("fresh", "the counter is greater than any seen of this UID") { $0.isFresh }
        Field("source") { $0.source }
        Field("created") { $0.created }
    }
}
