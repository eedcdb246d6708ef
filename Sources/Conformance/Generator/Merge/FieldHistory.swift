import CanonicalJSON
import SyncBridge
import SyncMerge

/// The edits of one record of the worked example, as one device has taken them in.
struct FieldHistory {
    private(set) var document: Document

    init(id: String = "v", rules: [JSONString: FieldRule] = FieldTypes.vitals["vitalsTarget"] ?? [:]) {
        document = Document(collection: "vitalsTarget", id: JSONString(id), rules: rules)
    }

    /// Takes in the change of a device; its clock says 1000 and the sequence number, if nothing else.
    mutating func take(
        seq: Int64, _ replica: String, _ patch: String, wroteAt: Int64? = nil
    ) throws(VectorError) {
        let text =
            #"{"id":"\#(replica)\#(seq)","doc":"\#(document.id)","seq":\#(seq),"replica":"\#(replica)","wroteAt":"#
            + #"\#(wroteAt ?? 1000 + seq),"patch":\#(patch)}"#
        let value = try JSONValue(parsing: Array(text.utf8), place: text)
        do { try document.apply(try Operation(value)) } catch { throw VectorError(place: text, reason: "\(error)") }
    }

    /// Changes the record as the device would that has seen all this; returns the id of the edit of `field`.
    @discardableResult
    mutating func edit(
        _ replica: String, _ field: JSONString, _ intent: Intent, wroteAt: Int64 = 2000
    ) throws(VectorError) -> EditID? {
        let author = Author(id: "op", replica: JSONString(replica), wroteAt: wroteAt)
        do { _ = try document.edit([field: intent], by: author) } catch {
            throw VectorError(place: "\(field)", reason: "\(error)")
        }
        return document.fields[field]?.edits.last { $0.id.sequence == document.sequence }?.id
    }

    /// Deletes the record, or undoes that.
    mutating func delete(_ isDeleted: Bool, _ replica: String, wroteAt: Int64 = 2000) throws(VectorError) {
        let author = Author(id: "op", replica: JSONString(replica), wroteAt: wroteAt)
        do { _ = try document.delete(isDeleted, by: author) } catch {
            throw VectorError(place: "deletion", reason: "\(error)")
        }
    }

    /// Takes in what another device has.
    mutating func merge(_ other: FieldHistory) { document.merge(other.document) }

    /// The text of the record's row.
    func row() throws(VectorError) -> String {
        do { return String(decoding: try document.row.canonicalBytes(), as: UTF8.self) } catch {
            throw VectorError(place: "\(document.id)", reason: "\(error)")
        }
    }

    /// A payload of the record alone.
    func payload() throws(VectorError) -> JSONValue { MergeText.payload([try row()], in: "vitalsTarget") }
}
