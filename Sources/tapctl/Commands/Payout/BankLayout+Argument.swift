public import ArgumentParser
public import Giving

extension BankLayout.DateOrder: ExpressibleByArgument {}
extension BankLayout.DecimalSign: ExpressibleByArgument {}
