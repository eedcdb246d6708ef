# frozen_string_literal: true

require_relative "decimal"
require_relative "fault"
require_relative "json_parser"

module SyncWire
  # Writes the one text of a value: Spec/canonical-json.md.
  module JSONWriter
    ESCAPED = /["\\\x00-\x1f]|\xED[\xA0-\xBF][\x80-\xBF]/n
    SHORT = {
      "\b" => '\b', "\t" => '\t', "\n" => '\n', "\f" => '\f', "\r" => '\r', '"' => '\"', "\\" => "\\\\"
    }.freeze

    module_function

    def write(value)
      append(value, String.new(encoding: Encoding::BINARY), 0)
    end

    def append(value, text, depth)
      case value
      when nil then text << "null"
      when String then text << quoted(value)
      when Float then text << Decimal.write(value)
      when Hash then append_object(value, text, depth + 1)
      when Array then append_array(value, text, depth + 1)
      else text << value.to_s
      end
    end

    def append_object(members, text, depth)
      check_depth(depth)
      text << "{"
      members.each_with_index do |(key, value), index|
        text << "," if index.positive?
        text << quoted(key) << ":"
        append(value, text, depth)
      end
      text << "}"
    end

    def append_array(elements, text, depth)
      check_depth(depth)
      text << "["
      elements.each_with_index do |value, index|
        text << "," if index.positive?
        append(value, text, depth)
      end
      text << "]"
    end

    def check_depth(depth)
      return if depth <= JSONParser::MAX_DEPTH

      raise Fault.new("MALFORMED_JSON", "more than #{JSONParser::MAX_DEPTH} levels")
    end

    def quoted(string)
      "\"#{string.b.gsub(ESCAPED) { |match| SHORT[match] || format('\u%04x', code_unit(match)) }}\"".b
    end

    # Of a control character, or of the three bytes of a surrogate.
    def code_unit(match)
      return match.ord if match.bytesize == 1

      (match.getbyte(0) & 0x0F) << 12 | (match.getbyte(1) & 0x3F) << 6 | match.getbyte(2) & 0x3F
    end
  end
end
