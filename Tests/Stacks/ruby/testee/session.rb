# frozen_string_literal: true

require "openssl"
require "zlib"
require_relative "../lib/json_parser"
require_relative "../lib/json_writer"
require_relative "operations"

module SyncWire
  # The read loop of Spec/testee-protocol.md: one request a line, one answer a line.
  class Session
    EXIT_CODES = { "ok" => 0, "rejected" => 1, "unsupported" => 127 }.freeze
    NO_REQUEST = 2

    def initialize(input, output)
      @input = input.binmode
      @output = output.binmode
      @output.sync = true
      @scratch = nil
      @files = 0
    end

    # The exit code of the program.
    def run(once:)
      while (line = @input.gets("\n"))
        request = read(line)
        unless request
          warn "no request: #{line.bytesize} bytes"
          return NO_REQUEST
        end
        answer = { "id" => request["id"] }.merge(answer(request))
        @output.write("#{JSONWriter.write(answer)}\n")
        return EXIT_CODES.fetch(answer["status"]) if once
      end
      once ? NO_REQUEST : 0
    end

    private

    def read(line)
      request = JSONParser.parse(line)
      request if request.is_a?(Hash) && request["id"].is_a?(Integer) && request["op"].is_a?(String)
    rescue Fault
      nil
    end

    def answer(request)
      operation = request["op"]
      return hello(request) if operation == "hello"
      return { "status" => "unsupported", "feature" => "op:#{operation}".b } unless Operations::NAMES.key?(operation)

      outputs, intermediates = Operations.new(request, @scratch).perform
      answer = { "status" => "ok", "outputs" => transport(outputs) }
      answer["intermediates"] = transport(intermediates) if intermediates
      answer
    rescue Fault => e
      rejected(e.name, e.message)
    rescue StandardError, SystemStackError, NoMemoryError => e
      rejected("INTERNAL", "#{e.class} at #{e.backtrace&.first}")
    end

    def rejected(name, message)
      { "status" => "rejected", "error" => { "class" => name, "message" => message } }
    end

    def hello(request)
      greeting = Inputs.new(request, nil)
      greeting.choice("protocol", [1])
      @scratch = greeting.string("scratch")
      {
        "status" => "ok",
        "implementation" => {
          "name" => "ruby", "version" => "1", "language" => "Ruby",
          "runtime" => "#{RUBY_ENGINE} #{RUBY_VERSION}, #{OpenSSL::OPENSSL_LIBRARY_VERSION}",
          "zlib" => Zlib.zlib_version
        },
        "operations" => Operations::NAMES.keys,
        "features" => Operations::FEATURES
      }
    end

    # Byte strings are Bytes until here; a long one goes into a file.
    def transport(value)
      case value
      when Hash then value.transform_values { |member| transport(member) }
      when Array then value.map { |member| transport(member) }
      when Bytes then bytes(value.data)
      else value
      end
    end

    def bytes(data)
      @scratch && data.bytesize > Inputs::INLINE_LIMIT ? file(data) : [data].pack("m0")
    end

    def file(data)
      path = File.join(@scratch, "ruby-#{Process.pid}-#{@files += 1}")
      File.binwrite(path, data)
      { "file" => path, "sha256" => Digest::SHA256.hexdigest(data), "length" => data.bytesize }
    end
  end
end
