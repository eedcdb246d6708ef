// swift-tools-version: 6.3
import PackageDescription

/// Settings of every Swift target; tests drop strict memory safety, since `#expect` expands to unsafe code.
let common: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: common + [.strictMemorySafety()])
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: ["TestSupport"] + dependencies, exclude: exclude, swiftSettings: common)
}

func system(_ name: String, pkgConfig: String, apt: String, brew: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

let package = Package(
    name: "syncwire",
    products: [
        .library(name: "CanonicalJSON", targets: ["CanonicalJSON"]),
        .library(name: "SyncBridge", targets: ["SyncBridge"]),
        .library(name: "SyncArchive", targets: ["SyncArchive"]),
        .library(name: "SyncEnvelope", targets: ["SyncEnvelope"]),
        .library(name: "SyncMerge", targets: ["SyncMerge"]),
        .library(name: "SyncStore", targets: ["SyncStore"]),
        .executable(name: "syncwire", targets: ["syncwire"]),
    ],
    targets: [
        // Layer 0: system libraries
        system("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),
        system("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev", brew: "openssl@3"),
        system("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
        .systemLibrary(name: "CSystem"),
        // Layer 1: the canonical form, threads, and what C libraries lack
        library("CanonicalJSON"),
        library("Threads"),
        library("SQLite", ["CSQLite"]),
        // Layer 2: mapping, codec, envelope, merge
        library("SyncBridge", ["CanonicalJSON"]),
        library("SyncArchive", ["CZlib", "Threads"]),
        library("SyncEnvelope", ["CCrypto", "SyncArchive"]),
        library("SyncMerge", ["CanonicalJSON", "SyncBridge"]),
        // Layer 3: foreign formats in and out, what a device keeps
        library("SyncImport", ["CanonicalJSON", "SyncBridge", "SQLite"]),
        library("SyncStore", ["CanonicalJSON", "SyncBridge", "SyncMerge", "SQLite"]),
        // Layer 4: vectors, testees, verdicts
        library("Conformance", ["CCrypto", "CanonicalJSON", "SyncBridge", "SyncArchive", "SyncEnvelope", "SyncMerge"]),
        // Layer 5: the command line
        library("CommandLineKit", ["CSystem"]),
        .executableTarget(
            name: "syncwire",
            dependencies: [
                "CanonicalJSON", "SyncBridge", "SyncArchive", "SyncEnvelope", "SyncMerge", "SyncStore", "SyncImport",
                "Conformance",
                "CommandLineKit", "Threads",
            ],
            swiftSettings: common + [.strictMemorySafety()]
        ),

        // What the tests of several targets need: other programs, the repository, seeded randomness
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: common),
        // Foundation's own JSON behind the testee protocol, as one of the runtimes whose mistakes the vectors must catch
        .executableTarget(name: "FoundationRuntime", path: "Tests/Runtimes/foundation", swiftSettings: common),
        // A disk that fails when it is told to, a life of a store on it, and a process that lives it
        .target(
            name: "FaultyStorage",
            dependencies: ["CSQLite", "CanonicalJSON", "SQLite", "SyncBridge", "SyncMerge", "SyncStore"],
            path: "Tests/FaultyStorage", swiftSettings: common),
        .executableTarget(
            name: "StoreWorkload", dependencies: ["FaultyStorage"], path: "Tests/StoreWorkload", swiftSettings: common),
        // The slow, obvious reader and writer of JSON, which tests and fuzzers hold the quick ones against
        .target(
            name: "JSONTwin", dependencies: ["CanonicalJSON", "TestSupport"], path: "Tests/JSONTwin",
            swiftSettings: common),
        // What `make fuzz` feeds with inputs that nobody thought of, and tests with those that it found
        .target(
            name: "FuzzTargets",
            dependencies: [
                "CanonicalJSON", "SyncBridge", "SyncArchive", "SyncEnvelope", "SyncMerge", "SyncImport",
                "CommandLineKit",
                "JSONTwin",
            ],
            path: "Tests/Fuzzing/Targets", swiftSettings: common),
        .target(
            name: "ConformanceFuzzTargets", dependencies: ["CanonicalJSON", "Conformance", "FuzzTargets", "SyncMerge"],
            path: "Tests/Fuzzing/ConformanceTargets", swiftSettings: common),
        // What `make bench` times and counts of the libraries, and the data it makes
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CanonicalJSON", "SyncBridge", "SyncArchive", "SyncEnvelope", "SyncMerge", "SyncStore", "SQLite",
            ],
            path: "Tests/Benchmarks/Swift", swiftSettings: common),
        tests("CanonicalJSONTests", ["CCrypto", "CanonicalJSON", "JSONTwin"]),
        tests("SyncBridgeTests", ["CanonicalJSON", "SyncBridge"]),
        tests("ThreadsTests", ["Threads"]),
        tests("SyncArchiveTests", ["CZlib", "SyncArchive"]),
        tests("SyncEnvelopeTests", ["CCrypto", "SyncArchive", "SyncEnvelope"], exclude: ["Python"]),
        tests("SyncMergeTests", ["CanonicalJSON", "SyncBridge", "SyncMerge"]),
        tests(
            "SyncStoreTests",
            ["CSQLite", "CanonicalJSON", "SyncBridge", "SyncMerge", "SyncStore", "FaultyStorage", "StoreWorkload"]),
        tests("SyncImportTests", ["CanonicalJSON", "SyncBridge", "SyncEnvelope", "SyncImport"]),
        tests(
            "ConformanceTests", ["CanonicalJSON", "Conformance", "SyncMerge", "syncwire"],
            exclude: [
                "broken-stacks.json", "corpora.py", "faulty_testee.py", "report_page.mjs", "once-different.json",
                "small_testee.py",
            ]),
        tests("CommandLineKitTests", ["CommandLineKit"]),
        tests("FuzzTargetsTests", ["FuzzTargets", "ConformanceFuzzTargets"]),
        tests("CommandLineTests", ["CanonicalJSON", "syncwire"], exclude: ["faults.c"]),
        tests(
            "PackageTests",
            ["CanonicalJSON", "SyncBridge", "SyncArchive", "SyncEnvelope", "SyncMerge", "Conformance", "syncwire"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// These link with libFuzzer, which is there only when everything is built for it.
if Context.environment["SYNCWIRE_FUZZ"] != nil {
    func fuzzer(_ name: String, _ targets: [Target.Dependency], path: String) -> Target {
        .executableTarget(
            name: name, dependencies: targets + ["FuzzDriver"], path: path, swiftSettings: common,
            // The default linker fails where libFuzzer's symbols are weak.
            linkerSettings: [.unsafeFlags(["-use-ld=lld"])])
    }
    package.targets += [
        .systemLibrary(name: "CFuzzer", path: "Tests/Fuzzing/CFuzzer"),
        .target(
            name: "FuzzDriver", dependencies: ["CFuzzer", "FuzzTargets"], path: "Tests/Fuzzing/Driver",
            swiftSettings: common),
        fuzzer("CodecFuzzers", ["FuzzTargets"], path: "Tests/Fuzzing/Codec"),
        fuzzer(
            "ConformanceFuzzers", ["FuzzTargets", "ConformanceFuzzTargets"], path: "Tests/Fuzzing/Conformance"),
    ]
}
