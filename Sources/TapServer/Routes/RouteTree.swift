/// The properties of a route that the server needs before it calls the handler.
package struct RoutePlace: Hashable, Sendable {
    let owner: RouteOwner
    /// The index of the route in the owner's table. Nil if the owner has no route for the path.
    var index: Int?
    var path: RoutePath = "/**"
    /// The names of the path's variable segments, in order.
    var names: [String] = []
    let label: String
    var methods: [String] = []
    var limit = RateGate.Kind.request
    /// The maximum size of a form with a file, in bytes. Nil if the route accepts no files.
    var fileBytes: Int?
    var isExact = false
}

extension RoutePlace {
    /// Creates the entry for a route in its owner's table.
    init<Site>(_ owner: RouteOwner, _ index: Int, _ route: PageRoute<Site>) {
        self.init(
            owner: owner, index: index, path: route.path, names: route.path.names, label: route.label,
            methods: route.methods, limit: route.limit, fileBytes: route.fileBytes, isExact: route.isExact)
    }
}

/// The route that matches a path, with the values of the path's variable segments.
struct RouteMatch: Hashable {
    let place: RoutePlace
    /// The values of the path's variable segments, in the same order as ``RoutePlace/names``. Empty if the
    /// path matches a `**` route.
    let values: [String]

    /// Returns the value of the variable segment with this name. Empty if the path has no such segment.
    subscript(name: String) -> String {
        guard let index = place.names.firstIndex(of: name), index < values.count else { return "" }
        return values[index]
    }
}

/// The routes of several tables, as a tree of path segments. A literal segment takes precedence over a
/// variable segment, and a variable segment over `**`.
///
/// Hummingbird's router is not suitable. It responds with 404 instead of 405 if a route does not accept the
/// method. It ignores extra slashes, and does not decode segments. It does not fall back to `**`, but giving
/// URLs require this. It determines the route too late for the rate limit and the log.
struct RouteTree {
    private struct Node {
        /// The indexes of the child nodes, keyed by literal segment.
        var words: [String: Int] = [:]
        /// The index of the child node for a variable segment, or nil.
        var name: Int?
        /// Whether the variable segment accepts only numbers.
        var isNumber = false
        /// The index of the entry for a path that ends at this node, or nil.
        var place: Int?
        /// The index of the entry that matches every path that begins with this node's path, unless a more
        /// specific entry matches. Nil if there is no such entry.
        var rest: Int?
    }

    private var nodes = [Node()]
    private var places: [RoutePlace] = []

    /// Creates a tree from the routes of several tables.
    init(_ places: [RoutePlace]) {
        for place in places { add(place) }
    }

    private mutating func add(_ place: RoutePlace) {
        let number = places.count
        places.append(place)
        var node = 0
        for segment in place.path.segments {
            if segment == "**" {
                nodes[node].rest = number
                return
            }
            node = child(of: node, at: segment)
        }
        precondition(nodes[node].place == nil, "\(place.path.template) is in the tables twice")
        nodes[node].place = number
    }

    private mutating func child(of node: Int, at segment: Substring) -> Int {
        let isName = segment.first == "{"
        if let known = isName ? nodes[node].name : nodes[node].words[String(segment)] { return known }
        let child = nodes.count
        nodes.append(Node())
        if isName {
            nodes[node].name = child
            nodes[node].isNumber = segment.hasPrefix("{#")
        } else {
            nodes[node].words[String(segment)] = child
        }
        return child
    }

    /// Returns the route that matches a path, or nil.
    ///
    /// - Parameters:
    ///   - segments: The segments between the slashes, without empty segments.
    ///   - path: The whole path. An exact route matches only if its template is equal to this path.
    func match(_ segments: [String], of path: String) -> RouteMatch? {
        var (node, rest, values) = (Optional(0), nodes[0].rest, [String]())
        for segment in segments {
            guard let parent = node else { break }
            node = nodes[parent].words[segment]
            if node == nil, let name = nodes[parent].name, !nodes[parent].isNumber || Int(segment) != nil {
                node = name
                values.append(segment)
            }
            if let node { rest = nodes[node].rest ?? rest }
        }
        if let node, let number = nodes[node].place {
            let place = places[number]
            if !place.isExact || path == place.path.template {
                return RouteMatch(place: place, values: values)
            }
        }
        return rest.map { RouteMatch(place: places[$0], values: []) }
    }
}
