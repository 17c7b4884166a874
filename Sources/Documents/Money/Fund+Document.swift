package import Giving
import TimeKit

extension Fund: Documented {
    package static let fields = DocumentFields<Fund>("fund") {
        Field("id") { $0.id }
        Field("org") { $0.organization }
        Field("name") { $0.name }
        Field("open", "whether the fund accepts gifts") { $0.isOpen }
        Field("one_time", "whether the fund accepts one-time gifts") { $0.offersOneTime }
        Field("monthly", "whether the fund accepts monthly gifts") { $0.offersMonthly }
        Field("created") { $0.created }
    }
}
