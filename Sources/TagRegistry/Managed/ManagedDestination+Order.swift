extension [ManagedDestination] {
    /// In the order of their seats, batch by batch; those without a seat last, by their ids.
    public func bySeat() -> [ManagedDestination] {
        sorted { one, other in
            guard let first = one.place, let second = other.place else {
                return one.place == nil && other.place == nil ? one.id < other.id : one.place != nil
            }
            return (first.batch, first.row, one.id) < (second.batch, second.row, other.id)
        }
    }
}
