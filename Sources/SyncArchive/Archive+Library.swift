import CZlib

extension Archive {
    /// The version of the zlib that is linked, such as `1.2.13`: deflated bytes depend on it.
    public static var zlibVersion: String { unsafe String(cString: CZlib.zlibVersion()) }
}
