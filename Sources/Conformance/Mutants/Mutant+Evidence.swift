extension Mutant {
    /// Why there is only one reason to tell the mutant from a right implementation (MU-4); nil where there are more.
    public var onlyReason: String? {
        switch self {
        case .stampFieldUnchecked: "Only decodeRecord is given the field that repeats the row's time (RC-13)."
        case .rowNamesAccepted: "Only data has members that could be taken for the row's own (RC-20)."
        case .schemaUnchecked: "Only open looks at a payload, and accepting another schema is all there is (PL-1)."
        case .duplicateIDsAccepted: "Only open looks at a payload, and accepting the second row is all there is (PL-5)."
        case .forgottenRevived:
            "Only a push of what is not stored can be taken for new, and accepting it is all there is (MG-25)."
        case .futureUnreported, .futureWithoutTolerance:
            "Only one question of decide asks for the findings, and their list is all there is (MG-30)."
        default: nil
        }
    }
}
