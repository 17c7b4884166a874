import Processor
import TextKit

/// `/v1/events`
///
/// Source: Stripe API reference, "Events".
enum EventRoutes {
    static let all: [Route] = [
        .get(path, simulates: Filters.list.union(["type", "types"])) { call in
            let page = try call.work.eventRows(call.listQuery(), ofTypes: types(call))
            return [
                "object": "list", "url": .string(path), "has_more": .bool(page.hasMore),
                "data": .array(try page.data.map { try call.work.shaped($0) }),
            ]
        },
        .get(path + "/{id}") { call in
            guard let row = try call.work.store.event(call.path()) else {
                throw ProcessorError.noSuch(ProcessorEvent.objectName, call.path())
            }
            return try call.work.shaped(row)
        },
    ]

    private static let path = "/v1/events"

    private static func types(_ call: Call) throws -> [String] {
        let many = call["types"].elements.compactMap(\.string)
        guard let one = call["type"].string else { return many }
        guard many.isEmpty else {
            throw ProcessorError.invalid(
                nil, "You may only specify one of these parameters: type, types.", parameter: "types")
        }
        return [one]
    }
}
