import MoneyKit
import Processor
import TimeKit

/// The key under which balance changes are added up. It identifies an account's available balance in a
/// currency, or the pending amount that becomes available on one day.
struct BalanceChange: Hashable {
    /// The connected account's id, or an empty string for the platform.
    var account: String
    var currency: Currency
    /// The day on which the amount becomes available, or nil if it is available immediately.
    var day: Timestamp?
}

extension EngineTransaction {
    /// Saves a balance transaction, and records its effect on the account's balance.
    ///
    /// - Parameters:
    ///   - account: The account whose balance changes, or nil for the platform.
    ///   - applicationFee: The part of `fee` that the platform collects from a direct charge, or nil.
    ///   - availableOn: The time at which the amount becomes available. If this time is not in the future,
    ///     the amount is available immediately.
    @discardableResult
    func book(
        _ kind: BalanceTransaction.Kind, of account: String?, _ amount: Int64, fee: Int64 = 0,
        applicationFee: Int64? = nil, _ currency: Currency, source: String, availableOn: Timestamp
    ) throws -> BalanceTransaction {
        var transaction = BalanceTransaction(
            id: try newID("txn"), created: present, account: account, kind: kind, amount: amount, fee: fee,
            currency: currency, source: source, availableOn: max(present, availableOn))
        transaction.applicationFee = applicationFee
        try inAccount(account) { _ = try put(transaction) }
        let change = BalanceChange(
            account: account ?? "", currency: currency, day: availableOn > present ? availableOn : nil)
        balanceChanges[change, default: 0] += transaction.net
        return transaction
    }

    /// Writes the balance changes that this transaction has recorded, one sum per balance.
    func writeBalances() throws {
        for (change, net) in balanceChanges {
            try store.add(net, to: change.account, change.currency, on: change.day)
        }
        for day in Set(balanceChanges.keys.compactMap(\.day)) {
            try store.schedule(Due(at: day, kind: .settlement, subject: ""))
        }
        balanceChanges = [:]
    }

    /// Returns an account's balances, one per currency.
    func balances(of account: String) throws -> [Balance] {
        try writeBalances()
        return try store.balances(of: account)
    }

    /// Makes available all amounts whose availability date is `day` or earlier.
    func settle(upTo day: Timestamp) throws {
        try writeBalances()
        try store.settle(upTo: day)
    }

    /// Returns the time at which the money becomes available if a charge to this card is booked now.
    func availability(of card: PaymentMethod.Card?) -> Timestamp {
        if TestMethod.behavior(of: card) == .succeedsAvailable { return present }
        return present.date.adding(days: configuration.settlementDays).startOfDay
    }

    /// Returns the time at which the money from a charge becomes available. Returns the current time if the
    /// money is already available or the charge is not booked.
    func availability(of charge: Charge) throws -> Timestamp {
        guard let booked = try find(BalanceTransaction.self, charge.balanceTransaction) else {
            return present
        }
        return max(present, booked.availableOn)
    }

    /// Returns an account's balance in a currency.
    func balance(of account: String?, in currency: Currency) throws -> Balance {
        try balances(of: account ?? "").first { $0.currency == currency }
            ?? Balance(currency: currency, available: 0, pending: 0)
    }
}

/// The objects that were created when a charge was booked. The events about these objects have not been
/// emitted yet.
struct Booking {
    var transfer: Written<Transfer>?
    var payment: Written<Charge>?
    var fee: Written<ApplicationFee>?
    var disputed: TestMethod.Behavior?
    var charge: String
}

extension EngineTransaction {
    /// Books a captured charge and the processor's fee.
    ///
    /// For a destination charge, also books the transfer to the connected account, and the application fee
    /// that the account pays. For a direct charge, the connected account pays both the processor's fee and
    /// the application fee.
    ///
    /// Source: Stripe documentation, "Create destination charges", "Create direct charges", "Flow of funds
    /// with fees".
    func book(_ charge: inout Charge) throws -> Booking {
        let amount = charge.amountCaptured
        let availableOn = availability(of: charge.card)
        var booking = Booking(charge: charge.id)
        // Earlier versions stored negative fees.
        let applicationFee = max(0, min(charge.applicationFeeAmount ?? 0, amount))
        let directFee = account == nil ? 0 : applicationFee
        charge.balanceTransaction =
            try book(
                .charge, of: account, amount,
                fee: AmountRules.fee(on: amount, charge.currency, at: configuration.fee) + directFee,
                applicationFee: directFee > 0 ? directFee : nil, charge.currency, source: charge.id,
                availableOn: availableOn
            ).id
        let behavior = TestMethod.behavior(of: charge.card)
        if behavior == .isDisputed || behavior == .isInquired { booking.disputed = behavior }
        if behavior == .debits, let method = try chargedMethod(of: charge), TestBank.isDisputed(method) {
            booking.disputed = .isDisputed
        }
        if let account, directFee > 0 {
            booking.fee = try bookFee(directFee, of: &charge, from: account, availableOn: availableOn)
        }
        guard let destination = charge.destination else { return booking }

        var transfer = Transfer(
            id: try newID("tr"), created: now, amount: min(charge.transferAmount ?? amount, amount),
            currency: charge.currency, destination: destination)
        transfer.sourceTransaction = charge.id
        transfer.transferGroup = charge.transferGroup
        var payment = try move(&transfer, fee: applicationFee, availableOn: availableOn)
        charge.transfer = transfer.id
        if applicationFee > 0 {
            booking.fee = try bookFee(
                applicationFee, of: &charge, from: destination, availableOn: availableOn)
            payment.applicationFee = charge.applicationFee
        }
        booking.transfer = try put(transfer)
        booking.payment = try inAccount(destination) { try put(payment, parent: transfer.id) }
        return booking
    }

    /// Books an application fee in the platform's balance. The caller must already have deducted the fee from
    /// the connected account's balance.
    private func bookFee(
        _ amount: Int64, of charge: inout Charge, from account: String, availableOn: Timestamp
    ) throws -> Written<ApplicationFee> {
        var fee = ApplicationFee(
            id: try newID("fee"), created: now, account: account, amount: amount, currency: charge.currency,
            originatingTransaction: charge.id)
        fee.balanceTransaction =
            try book(
                .applicationFee, of: nil, amount, charge.currency, source: fee.id, availableOn: availableOn
            ).id
        charge.applicationFee = fee.id
        return try put(fee)
    }

    /// Moves the money of a transfer, and returns the payment that the connected account receives. Does not
    /// save the transfer or the payment.
    func move(_ transfer: inout Transfer, fee: Int64, availableOn: Timestamp) throws -> Charge {
        transfer.balanceTransaction =
            try book(
                .transfer, of: nil, -transfer.amount, transfer.currency, source: transfer.id,
                availableOn: availableOn
            ).id
        var payment = Charge(
            id: try newID("py"), created: now, amount: transfer.amount, currency: transfer.currency,
            status: .succeeded)
        payment.amountCaptured = transfer.amount
        payment.captured = true
        payment.sourceTransfer = transfer.id
        payment.transferGroup = transfer.transferGroup
        payment.applicationFeeAmount = fee > 0 ? fee : nil
        payment.balanceTransaction =
            try book(
                .payment, of: transfer.destination, transfer.amount, fee: fee, transfer.currency,
                source: payment.id, availableOn: availableOn
            ).id
        transfer.destinationPayment = payment.id
        return payment
    }

    /// Emits the events about the objects that a booking created.
    func announce(_ booking: Booking) throws {
        if let transfer = booking.transfer { try emit("transfer.created", transfer) }
        if let fee = booking.fee { try emit("application_fee.created", fee) }
        if let payment = booking.payment {
            try emit("payment.created", payment, account: booking.transfer?.object.destination)
        }
        if booking.disputed != nil {
            try schedule(.disputeArrival, of: booking.charge, at: now)
        }
        try warn(ofFraudIn: booking.charge)
    }

    /// Books a captured charge that was not booked when it was captured. Does nothing if the charge is
    /// already booked.
    func bookLate(_ id: String) throws {
        guard var charge = try find(Charge.self, id), charge.captured, charge.balanceTransaction == nil else {
            return
        }
        let booking = try book(&charge)
        try emit("charge.updated", put(charge))
        try announce(booking)
    }

    /// Returns the charge with this id, or nil if the charge does not exist. If the charge is captured but
    /// not booked yet, books the charge first.
    func booked(_ id: String) throws -> Charge? {
        try bookLate(id)
        return try find(Charge.self, id)
    }
}
