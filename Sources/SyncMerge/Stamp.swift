public import SyncBridge

/// Times by which versions of a record are ordered: milliseconds since 1970, 0...2^53-1.
public enum Stamp {
    /// All stamps that a row may have.
    public static let range: ClosedRange<Int64> = 0...9_007_199_254_740_991

    /// The stamp of a change by a device whose clock says `now` and that has seen `seen`: `max(now, seen + 1)`.
    ///
    /// A slow clock can so never make a change older than what it changes. A clock outside of the range counts as its
    /// nearest end. Throws `INVALID_PARAMETER` where `seen` is the last stamp there is.
    public static func after(_ seen: Int64?, now: Int64) throws(BridgeError) -> Int64 {
        let clock = min(max(now, range.lowerBound), range.upperBound)
        guard let seen else { return clock }
        guard seen < range.upperBound else {
            throw BridgeError(.invalidParameter, path: "/updatedAt", reason: "no stamp is later than the one seen")
        }
        return max(clock, seen + 1)
    }
}

extension Profile {
    /// The stamp of a change under this profile: ``Stamp/after(_:now:)``, or the clock alone under `"order":"wall"`.
    ///
    /// Throws as ``Stamp/after(_:now:)``.
    public func stamp(after seen: Int64?, now: Int64) throws(BridgeError) -> Int64 {
        try Stamp.after(order == .wall || mistake == .wallClockStamp ? nil : seen, now: now)
    }
}
