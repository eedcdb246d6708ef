import CanonicalJSON

/// One JSON object of a saved run, read member by member; unknown members are ignored.
struct RecordLine {
    let value: JSONValue
    let place: String

    func error(_ reason: String) -> VectorError { VectorError(place: place, reason: reason) }

    func text(_ name: JSONString) throws(VectorError) -> String {
        guard let text = value[name]?.text else { throw error("\(name): not a string") }
        return text
    }

    func optionalText(_ name: JSONString) throws(VectorError) -> String? {
        value[name] == nil ? nil : try text(name)
    }

    func count(_ name: JSONString) throws(VectorError) -> Int {
        guard let number = value[name]?.integerValue, number >= 0 else { throw error("\(name): not a count") }
        return Int(number)
    }

    func hex(_ name: JSONString) throws(VectorError) -> [UInt8] {
        guard let bytes = value[name]?.hexBytes else { throw error("\(name): not hex") }
        return bytes
    }

    func texts(_ name: JSONString) throws(VectorError) -> [String] {
        guard let elements = value[name]?.arrayValue else { throw error("\(name): not a list") }
        let texts = elements.compactMap(\.text)
        guard texts.count == elements.count else { throw error("\(name): not a list of strings") }
        return texts
    }

    func objects(_ name: JSONString) throws(VectorError) -> [RecordLine] {
        guard let elements = value[name]?.arrayValue else { throw error("\(name): not a list") }
        return elements.map { RecordLine(value: $0, place: place) }
    }

    func object(_ name: JSONString) throws(VectorError) -> RecordLine? {
        value[name].map { RecordLine(value: $0, place: place) }
    }
}
