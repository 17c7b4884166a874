public import TextKit

extension Gift.Status: NamedState {}
extension RecurringGift.Status: NamedState {}
extension Receipt.State: NamedState {}
extension Organization.Status: NamedState {}
