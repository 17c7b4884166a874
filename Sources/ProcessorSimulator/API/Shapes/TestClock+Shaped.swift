import Processor
import TextKit
import TimeKit

extension TestClock: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "created": .integer(created.seconds), "deletes_after": .integer(deletesAfter.seconds),
            "frozen_time": .integer(frozenTime.seconds), "livemode": false, "name": JSONTree(name),
            "status": .string(status.rawValue), "status_details": details,
        ]
    }

    private var details: JSONTree {
        guard let target else { return [:] }
        return ["advancing": ["target_frozen_time": .integer(target.seconds)]]
    }
}
