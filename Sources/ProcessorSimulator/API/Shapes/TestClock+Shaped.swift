import Processor
import TimeKit

extension TestClock: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "created": .integer(created.seconds), "deletes_after": .integer(deletesAfter.seconds),
            "frozen_time": .integer(frozenTime.seconds), "livemode": false, "name": JSONValue(name),
            "status": .text(status.rawValue), "status_details": details,
        ]
    }

    private var details: JSONValue {
        guard let target else { return [:] }
        return ["advancing": ["target_frozen_time": .integer(target.seconds)]]
    }
}
