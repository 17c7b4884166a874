public import DatabaseKit

extension DatabaseFile: RegistryUnits {}
