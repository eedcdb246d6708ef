package import CanonicalJSON
package import SyncBridge

/// The members of a JSON object that is read into a value, with the path for errors.
package struct Members {
    package let object: JSONObject
    package let path: String
    package let errorClass: BridgeError.ErrorClass

    package init(_ value: JSONValue, path: String = "", _ errorClass: BridgeError.ErrorClass) throws(BridgeError) {
        guard case .object(let object) = value else {
            throw BridgeError(errorClass, path: path, reason: "expected an object")
        }
        self.object = object
        self.path = path
        self.errorClass = errorClass
    }

    package func path(of key: JSONString) -> String { Pointer.member(key, of: path) }

    package func fault(_ key: JSONString, _ reason: String) -> BridgeError {
        BridgeError(errorClass, path: path(of: key), reason: reason)
    }

    package func value(_ key: JSONString) throws(BridgeError) -> JSONValue {
        guard let value = object[key] else { throw fault(key, "the member is missing") }
        return value
    }

    package func string(_ key: JSONString) throws(BridgeError) -> JSONString {
        guard let text = try value(key).stringValue else { throw fault(key, "expected a string") }
        return text
    }

    package func bool(_ key: JSONString) throws(BridgeError) -> Bool {
        guard let flag = try value(key).boolValue else { throw fault(key, "expected true or false") }
        return flag
    }

    package func integer(_ key: JSONString, in range: ClosedRange<Int64> = Stamp.range) throws(BridgeError) -> Int64 {
        guard let number = try value(key).integerValue, range.contains(number) else {
            throw fault(key, "expected an integer in \(range.lowerBound)...\(range.upperBound)")
        }
        return number
    }

    package func array(_ key: JSONString) throws(BridgeError) -> [JSONValue] {
        guard let elements = try value(key).arrayValue else { throw fault(key, "expected an array") }
        return elements
    }

    package func members(_ key: JSONString) throws(BridgeError) -> Members {
        try Members(value(key), path: path(of: key), errorClass)
    }

    package func strings(_ key: JSONString) throws(BridgeError) -> [JSONString] {
        var strings: [JSONString] = []
        for element in try array(key) {
            guard let text = element.stringValue else { throw fault(key, "expected an array of strings") }
            strings.append(text)
        }
        return strings
    }

    /// One of an enumeration's names.
    package func name<Name: RawRepresentable<String> & CaseIterable>(
        _ key: JSONString, _ type: Name.Type = Name.self
    ) throws(BridgeError) -> Name {
        try name(value(key), key)
    }

    package func names<Name: RawRepresentable<String> & CaseIterable>(
        _ key: JSONString, _ type: Name.Type = Name.self
    ) throws(BridgeError) -> [Name] {
        var names: [Name] = []
        for element in try array(key) { names.append(try name(element, key)) }
        return names
    }

    /// Refuses members that have no meaning here.
    package func allowOnly(_ keys: Set<JSONString>) throws(BridgeError) {
        for (key, _) in object where !keys.contains(key) { throw fault(key, "unknown member") }
    }

    private func name<Name: RawRepresentable<String> & CaseIterable>(
        _ value: JSONValue, _ key: JSONString
    ) throws(BridgeError) -> Name {
        guard let name = value.stringValue?.string.flatMap(Name.init(rawValue:)) else {
            let names = Name.allCases.map(\.rawValue).joined(separator: ", ")
            throw fault(key, "expected one of \(names)")
        }
        return name
    }
}

extension RawRepresentable<String> {
    /// The name as a JSON string.
    var jsonName: JSONValue { .string(JSONString(rawValue)) }
}
