import Processor
import TextKit
import TimeKit

/// A list of values, such as e-mail addresses, that Radar's rules can refer to.
///
/// Source: Stripe API reference, "Value Lists".
struct ValueList: StoredObject {
    static let objectName = "radar.value_list"
    /// The id, `rsl_…`.
    var id: String
    var created: Timestamp
    var alias: String
    var name: String
    var itemType: String
    var metadata: Metadata = [:]
}

/// A value in a value list.
///
/// Source: Stripe API reference, "Value List Items".
struct ValueListItem: StoredObject {
    static let objectName = "radar.value_list_item"
    /// The id, `rsli_…`.
    var id: String
    var created: Timestamp
    var list: String
    var value: String

    var parent: String? { list }
}

/// The routes of `/v1/radar/value_lists` and `/v1/radar/value_list_items`.
enum ValueListRoutes {
    static let all: [Route] = [
        .post(lists, simulates: ["alias", "item_type", "metadata", "name"]) { call in
            let alias = try call.required("alias")
            try call.checkFree(alias)
            let list = ValueList(
                id: try call.work.newID("rsl"), created: call.work.now, alias: alias,
                name: try call.required("name"), itemType: call["item_type"].string ?? "string",
                metadata: try call.metadata(over: [:]))
            return try call.saved(list)
        },
        .get(lists, simulates: Filters.list.union(["alias", "contains"])) { call in
            let value = call["contains"].string
            return try call.scanned(ValueList.self, where: call.filter(["alias": "alias"])) { list in
                guard let value else { return true }
                return try call.work.children(ValueListItem.self, of: list.id).contains { $0.value == value }
            }
        },
        .one(list, ValueList.self),
        .update(list, ValueList.self, simulates: ["alias", "metadata", "name"]) { call, list in
            if let alias = call["alias"].string, alias != list.alias {
                try call.checkFree(alias)
                list.alias = alias
            }
            list.name = call["name"].string ?? list.name
            try call.takeMetadata(into: &list.metadata)
        },
        .delete(list) { call in
            let list = try call.object(ValueList.self)
            for item in try call.work.children(ValueListItem.self, of: list.id) {
                try call.work.wipe(item.id)
            }
            try call.work.wipe(list.id)
            return ValueList.deleted(list.id)
        },
        .post(items, simulates: ["value", "value_list"]) { call in
            let value = try call.required("value")
            let list = try call.work.named(
                ValueList.self, call.required("value_list"), by: "value_list")
            try check(value, in: list, call.work)
            let item = ValueListItem(
                id: try call.work.newID("rsli"), created: call.work.now, list: list.id, value: value)
            return try call.saved(item)
        },
        .get(items, simulates: Filters.list.union(["value", "value_list"])) { call in
            let list = try call.work.named(
                ValueList.self, call.required("value_list"), by: "value_list")
            var filter = call.filter(["value": "value"])
            filter["list"] = list.id
            return try call.listed(ValueListItem.self, where: filter)
        },
        .one(item, ValueListItem.self),
        .delete(item) { call in
            let item = try call.object(ValueListItem.self)
            try call.work.wipe(item.id)
            return ValueListItem.deleted(item.id)
        },
    ]

    private static let lists = "/v1/radar/value_lists"
    private static let list = "/v1/radar/value_lists/{value_list}"
    private static let items = "/v1/radar/value_list_items"
    private static let item = "/v1/radar/value_list_items/{item}"

    /// Checks that a value has the format that the list's type requires, and that the list does not already
    /// contain the value.
    private static func check(_ value: String, in list: ValueList, _ work: EngineTransaction) throws {
        let isValid =
            switch list.itemType {
            case "card_bin": (6...8).contains(value.utf8.count) && value.allSatisfy { "0"..."9" ~= $0 }
            case "country": value.utf8.count == 2 && value.allSatisfy { $0.isASCII && $0.isLetter }
            case "email": value.split(separator: "@", omittingEmptySubsequences: false).count == 2
            case "customer_id": value.hasPrefix("cus_")
            default: true
            }
        try require(
            isValid, "The value is not valid for a value list of the type `\(list.itemType)`.",
            parameter: "value")
        let isKnown = try work.children(ValueListItem.self, of: list.id).contains { $0.value == value }
        try require(
            !isKnown, "This value already exists in the value list.", parameter: "value")
    }
}

extension Call {
    fileprivate func checkFree(_ alias: String) throws {
        let known = try work.list(ValueList.self, ListQuery(limit: 1), where: ["alias": alias])
        try require(
            known.data.isEmpty, "A value list with the alias `\(alias)` already exists.", parameter: "alias")
    }
}

extension ValueList: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        let items = try work.children(ValueListItem.self, of: id)
        return [
            "alias": alias, "created": created, "created_by": "API", "item_type": itemType,
            "list_items": try work.latest(items, at: "/v1/radar/value_list_items?value_list=\(id)"),
            "livemode": false, "metadata": metadata, "name": name,
        ]
    }
}

extension ValueListItem: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "created": created, "created_by": "API", "livemode": false, "value": value,
            "value_list": list,
        ]
    }
}
