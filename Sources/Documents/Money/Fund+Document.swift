package import Giving
import TimeKit

extension Fund: Documented {
    package static let fields = DocumentFields<Fund>("fund") {
        Field("id") { $0.id }
        Field("org") { $0.organization }
        Field("name") { $0.name }
        Field("open", "it takes gifts") { $0.isOpen }
        Field("one_time", "it takes single gifts") { $0.offersOneTime }
        Field("monthly", "it takes monthly gifts") { $0.offersMonthly }
        Field("created") { $0.created }
    }
}
