public import TextKit

extension PaymentState: NamedState {}
extension PaymentRefund.State: NamedState {}
extension PaymentDispute.State: NamedState {}
extension Payee.Onboarding: NamedState {}
extension PayeePayout.State: NamedState {}
