SWIFT ?= swift
# A program that is linked statically starts in about a millisecond, and only Linux has such.
ifeq ($(shell uname),Linux)
BUILD := .build/static/release
# Side by side, the functions of common commands take less memory and start sooner; Tests/Benchmarks/link-order lists them.
LINK_ORDER := -Xlinker --symbol-ordering-file=Tests/Benchmarks/link-order.txt -Xlinker --no-warn-symbol-ordering
RELEASE_FLAGS := --scratch-path .build/static -Xswiftc -static-executable -Xswiftc -use-ld=lld $(LINK_ORDER)
else
BUILD := .build/release
endif
JOB := .build/job
FIXTURES := Tests/Fixtures
# Published test data of other projects, read where it lies beside the checkout.
PEERS := ../shared/peers
THIRD_PARTY := $(if $(wildcard $(PEERS)/json-test-suite),--third-party $(PEERS))

FUZZ_SEED ?= 1
FUZZ_SECONDS ?= 60

# Left out: what looks at the repository, and what starts the program or other stacks, where a process under a sanitizer
# tells of nothing but itself. ThreadSanitizer does not see Mutex of the standard library, behind which the memory of
# secrets lies, and takes that for races: the envelope's own threads are those of SyncArchive. Tests that look through all
# memory of a process would read the terabytes that AddressSanitizer keeps its notes in.
ADDRESS_TESTS := ^(CanonicalJSON|SyncBridge|Threads|SyncArchive|SyncEnvelope|SyncMerge|SyncImport|CommandLineKit|FuzzTargets)Tests
THREAD_TESTS := ^(Threads|SyncArchive)Tests

BENCH_ROWS ?= 1M

.PHONY: all release test lint mutants bench budgets fuzz fuzz-stacks sanitize long setup setup-tests help

all: setup-tests release ## Set up, build, run the main job: a real SSH configuration and all vectors through all stacks
	@mkdir -p $(JOB)
	$(BUILD)/syncwire import ssh-config $(FIXTURES)/ssh_config --now 1700000000000 --force -o $(JOB)/hosts.json
	$(BUILD)/syncwire import known-hosts $(FIXTURES)/known_hosts --base $(JOB)/hosts.json --now 1700000000000 --force -o $(JOB)/workspace.json
	$(BUILD)/syncwire vectors generate
	$(BUILD)/syncwire mutants --check
	@echo "the report will be $(CURDIR)/$(JOB)/report.html"
	$(BUILD)/syncwire verify --payload $(JOB)/workspace.json $(THIRD_PARTY) --force --report html=$(JOB)/report.html --report json=$(JOB)/run.jsonl

release: setup ## Build the program, optimised and on Linux linked statically
	$(SWIFT) build -c release --product syncwire $(RELEASE_FLAGS)

test: setup-tests ## Set up and pass all tests
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build
	@dart=$$(Tests/Stacks/setup) || { echo "skipped: the Dart stack's own tests need the Dart VM"; exit 0; }; \
	"$$dart" Tests/Stacks/dart/test/run_all.dart --wycheproof=$(PEERS)/wycheproof --json-test-suite=$(PEERS)/json-test-suite

lint: ## Formatting, warnings as errors, schemas, layers, budgets, and whether the vectors are what is generated
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests
	$(SWIFT) build
	.build/debug/syncwire vectors check
	@Tests/check-schemas
	$(SWIFT) test --filter 'LayerTests|ClauseTests'
	@$(MAKE) --no-print-directory budgets

mutants: release ## Say which known mistakes of implementations no vector catches, or only one
	$(BUILD)/syncwire mutants --check

budgets: ## Whether an operation has come to cost more instructions, allocations or system calls than its budget
	@Tests/setup tests
	$(SWIFT) build -c release --product Benchmarks $(RELEASE_FLAGS)
	SYNCWIRE_BUILD=$(BUILD) Tests/Benchmarks/budgets check

bench: setup-tests release ## Time and memory beside other programs and libraries, against what we promise: BENCH_ROWS=1M, 10M
	@Tests/setup bench
	$(SWIFT) build -c release --product Benchmarks $(RELEASE_FLAGS)
	@Tests/Benchmarks/setup
	@mkdir -p $(JOB)
	SYNCWIRE_BUILD=$(BUILD) Tests/Benchmarks/bench --rows $(BENCH_ROWS) --json $(JOB)/bench.json --svg $(JOB)/growth.svg

fuzz: setup ## Feed every reader what nobody thought of, by libFuzzer: FUZZ_SECONDS=60 for each of FUZZ_TARGETS
	FUZZ_SECONDS=$(FUZZ_SECONDS) Tests/Fuzzing/run

fuzz-stacks: setup-tests release ## Compare all stacks on random requests: FUZZ_SEED=1, FUZZ_SECONDS=60
	$(BUILD)/syncwire fuzz --seed $(FUZZ_SEED) --count 1000000000 --seconds $(FUZZ_SECONDS) -o $(JOB)/fuzz

sanitize: setup-tests ## The tests of what reads untrusted bytes under AddressSanitizer, those with threads under ThreadSanitizer
	$(SWIFT) build --build-tests --sanitize=address --scratch-path .build/address
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --skip-build --sanitize=address --scratch-path .build/address --filter '$(ADDRESS_TESTS)' --skip 'SecretMemoryTests|SecretRemainsTests'
	$(SWIFT) build --build-tests --sanitize=thread --scratch-path .build/thread
	$(SWIFT) test --skip-build --sanitize=thread --scratch-path .build/thread --filter '$(THREAD_TESTS)'

long: setup-tests ## The tests with large numbers, which take an hour: doubles, documents, merges, crashes, every broken stack
	SYNCWIRE_DOUBLES=10000000 SYNCWIRE_DART_DOCS=100000 $(SWIFT) test -c release --filter CanonicalJSONTests
	SYNCWIRE_BROKEN_STACKS=all $(SWIFT) test --filter BrokenStackTests
	SYNCWIRE_MERGE=long SYNCWIRE_MERGE_PAIRS=20000 $(SWIFT) test -c release --filter SyncMergeTests
	SYNCWIRE_CRASHES=all $(SWIFT) test --filter CrashTests
	SYNCWIRE_FAULTS=all SYNCWIRE_KILLS=500 $(SWIFT) test --filter 'CommandLineTests.(FaultTests|KillTests)'
	SYNCWIRE_LARGE=1 $(SWIFT) test --filter constantMemory

setup:
	@Tests/setup

# A machine that cannot get the Dart VM still runs everything else; in CI that would hide what the project is for.
setup-tests:
	@Tests/setup tests
	@Tests/Stacks/setup >/dev/null || [ -z "$$CI" ]

help: ## Print this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 12
