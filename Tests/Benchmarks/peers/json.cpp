// Times C and C++ JSON libraries: `json <library> <operation> --input <file> [--rounds n]`, or `json list`.
//
// Each run prints one JSON line: the name, the seconds of each round and the bytes of input. Every library keeps its
// memory between rounds where it can, as ours does; `yyjson-malloc` is yyjson with its default allocator.
// Operations: `parse` checks and builds the document, `write` writes it from memory, `roundtrip` does both, from bytes
// to bytes. Rounds that differ in size fail.
//
//     c++ -O3 -std=c++17 -I<yyjson> json.cpp <yyjson.c compiled as C> -lsimdjson

#include <rapidjson/document.h>
#include <rapidjson/memorybuffer.h>
#include <rapidjson/writer.h>
#include <simdjson.h>
#include <yyjson.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace {

[[noreturn]] void fail(const std::string &message) {
    std::fprintf(stderr, "json: %s\n", message.c_str());
    std::exit(1);
}

/// What one library does with one input; `write` needs a `parse` before it and returns the bytes written.
struct Library {
    virtual ~Library() = default;
    virtual void parse() = 0;
    virtual size_t write() = 0;
};

class Yyjson : public Library {
    const std::string &input;
    std::vector<char> readMemory, writeMemory;
    yyjson_alc readPool{}, writePool{};
    bool pooled;
    yyjson_doc *document = nullptr;

public:
    Yyjson(const std::string &input, bool pooled) : input(input), pooled(pooled) {
        if (!pooled) return;
        readMemory.resize(yyjson_read_max_memory_usage(input.size(), 0));
        // The writer grows its buffer by half, and holds the old one meanwhile.
        writeMemory.resize(input.size() * 12 + (1 << 20));
    }
    ~Yyjson() override { yyjson_doc_free(document); }

    void parse() override {
        yyjson_doc_free(document);
        if (pooled) yyjson_alc_pool_init(&readPool, readMemory.data(), readMemory.size());
        yyjson_read_err error;
        document = yyjson_read_opts(const_cast<char *>(input.data()), input.size(), 0, pooled ? &readPool : nullptr,
                                    &error);
        if (!document) fail(std::string("yyjson: ") + error.msg);
    }

    size_t write() override {
        if (pooled) yyjson_alc_pool_init(&writePool, writeMemory.data(), writeMemory.size());
        size_t length = 0;
        yyjson_write_err error;
        char *text = yyjson_write_opts(document, 0, pooled ? &writePool : nullptr, &length, &error);
        if (!text) fail(std::string("yyjson: ") + error.msg);
        if (!pooled) std::free(text);
        return length;
    }
};

class Simdjson : public Library {
    simdjson::padded_string input;
    simdjson::dom::parser parser;
    simdjson::dom::element root;

public:
    explicit Simdjson(const std::string &text) : input(text) {}

    void parse() override {
        auto error = parser.parse(input).get(root);
        if (error) fail(std::string("simdjson: ") + simdjson::error_message(error));
    }

    size_t write() override { return simdjson::minify(root).size(); }
};

class RapidJSON : public Library {
    const std::string &input;
    std::unique_ptr<rapidjson::Document> document;
    rapidjson::StringBuffer buffer;

public:
    explicit RapidJSON(const std::string &input) : input(input) {}

    void parse() override {
        document = std::make_unique<rapidjson::Document>();
        document->Parse<rapidjson::kParseFullPrecisionFlag | rapidjson::kParseValidateEncodingFlag>(
            input.data(), input.size());
        if (document->HasParseError()) fail("RapidJSON: error " + std::to_string(document->GetParseError()));
    }

    size_t write() override {
        buffer.Clear();
        rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
        document->Accept(writer);
        return buffer.GetSize();
    }
};

std::string contents(const char *path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) fail(std::string("cannot read ") + path);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::unique_ptr<Library> library(const std::string &name, const std::string &input) {
    if (name == "yyjson") return std::make_unique<Yyjson>(input, true);
    if (name == "yyjson-malloc") return std::make_unique<Yyjson>(input, false);
    if (name == "simdjson") return std::make_unique<Simdjson>(input);
    if (name == "rapidjson") return std::make_unique<RapidJSON>(input);
    fail("no library " + name);
}

}  // namespace

int main(int count, char **arguments) {
    if (count == 2 && std::strcmp(arguments[1], "list") == 0) {
        for (auto name : {"yyjson", "yyjson-malloc", "simdjson", "rapidjson"}) {
            for (auto operation : {"parse", "write", "roundtrip"}) std::printf("%s %s\n", name, operation);
        }
        return 0;
    }
    const char *path = nullptr;
    int rounds = 9;
    for (int at = 3; at + 1 < count; at += 2) {
        if (std::strcmp(arguments[at], "--input") == 0) path = arguments[at + 1];
        if (std::strcmp(arguments[at], "--rounds") == 0) rounds = std::atoi(arguments[at + 1]);
    }
    if (!path || rounds < 1) fail("usage: json <library> <operation> --input <file> [--rounds n]");
    const std::string name = arguments[1], operation = arguments[2], input = contents(path);
    auto subject = library(name, input);
    std::function<size_t()> work;
    if (operation == "parse") work = [&] { return subject->parse(), input.size(); };
    if (operation == "write") work = [&] { return subject->write(); };
    if (operation == "roundtrip") work = [&] { return subject->parse(), subject->write(); };
    if (!work) fail("no operation " + operation);
    subject->parse();
    // The first turn fetches the memory.
    const size_t expected = work();
    std::printf("{\"name\":\"%s %s\",\"seconds\":[", name.c_str(), operation.c_str());
    for (int round = 0; round < rounds; ++round) {
        const auto begin = std::chrono::steady_clock::now();
        const size_t size = work();
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
        if (size != expected) fail("rounds differ");
        std::printf("%s%.9f", round ? "," : "", passed.count());
    }
    std::printf("],\"bytes\":%zu}\n", input.size());
    return 0;
}
