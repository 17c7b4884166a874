import TimeKit

/// An event that an endpoint is to be told of, as it is kept.
struct DeliveryRow {
    /// 0 for one that was not kept yet.
    var number: Int64 = 0
    var event: String
    var type: String
    /// `we_…`
    var endpoint: String
    /// How often it was tried.
    var attempts = 0
    /// When it is tried next; nil when it is over.
    var next: Timestamp?
}

/// One attempt to deliver, as it is kept: the log.
struct AttemptRow {
    var number: Int64 = 0
    var delivery: Int64
    var event: String
    var type: String
    var endpoint: String
    var url: String
    /// Which attempt of its delivery, from 1 on.
    var attempt: Int
    var at: Timestamp
    /// The status that was answered; nil where nothing was.
    var status: Int?
    /// Why it failed; nil where it did not.
    var problem: String?
    /// The fault that was put on it.
    var fault: String?
    var milliseconds: Int64
    /// When it is tried next.
    var next: Timestamp?
}

/// What a deliverer takes upon itself.
struct DeliveryClaim {
    /// Deliveries of this moment or before.
    var now: Timestamp
    /// The real second: leases are held against it, whatever the processor's clock says.
    var leaseNow: Int64
    var leaseEnd: Int64
    /// How many of one endpoint at most.
    var perEndpoint: Int
}
