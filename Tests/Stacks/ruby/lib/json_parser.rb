# frozen_string_literal: true

require "strscan"
require_relative "decimal"
require_relative "fault"

module SyncWire
  # Reads JSON as Spec/canonical-json.md has it.
  #
  # The values are nil, true, false, Integer, Float, Array, Hash and binary String. A Hash keeps the order of members,
  # and the place of a key that comes again. A String holds UTF-8, and for an unpaired surrogate the three bytes that
  # UTF-8 would have for it if it allowed any (ED A0 80 to ED BF BF).
  class JSONParser
    MAX_DEPTH = 512
    INT64 = (-(2**63)..(2**63 - 1)).freeze
    SPACE = /[ \t\n\r]*/n
    NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/n
    # What can still become a number: the byte after it is the one at fault.
    NUMBER_START = /-?(?:(?:0|[1-9][0-9]*)(?:\.(?:[0-9]+(?:[eE][+-]?)?)?|[eE][+-]?)?)?/n
    PLAIN = /[^"\\\x00-\x1f]+/n
    ESCAPE = %r{\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})}n
    ESCAPE_START = /\\(?:u[0-9a-fA-F]{0,3})?/n
    # A high surrogate and the low one after it are one match.
    ESCAPED = %r{\\u([dD][89abAB]..)\\u([dD][c-fC-F]..)|\\u(....)|\\(.)}n
    LETTERS = { "b" => "\b", "f" => "\f", "n" => "\n", "r" => "\r", "t" => "\t" }.freeze

    def self.parse(bytes, max_depth: MAX_DEPTH)
      new(bytes, max_depth).document
    end

    def initialize(bytes, max_depth)
      text = bytes.dup.force_encoding(Encoding::UTF_8)
      # What precedes malformed UTF-8 is read first: it may hold an earlier fault.
      @malformed = text.valid_encoding? ? nil : text.each_char.find_index { |c| !c.valid_encoding? }
      text = text[0, @malformed] if @malformed
      @scanner = StringScanner.new(text.b)
      @max_depth = max_depth
    end

    def document
      fault("a byte order mark") if @scanner.check(/\xEF\xBB\xBF/n)
      value = value(0)
      space
      fault(@malformed ? "malformed UTF-8" : "something after the value") if @malformed || !@scanner.eos?
      value
    end

    private

    def value(depth)
      space
      case @scanner.peek(1)
      when "{" then object(depth + 1)
      when "[" then array(depth + 1)
      when '"' then string
      when "t" then literal("true", true)
      when "f" then literal("false", false)
      when "n" then literal("null", nil)
      else number
      end
    end

    def object(depth)
      open(depth)
      members = {}
      return members if take("}")

      loop do
        space
        fault("no key") unless @scanner.peek(1) == '"'
        key = string
        space
        take(":") || fault("no colon")
        members[key] = value(depth)
        space
        return members if take("}")

        take(",") || fault("no comma and no end of the object")
      end
    end

    def array(depth)
      open(depth)
      elements = []
      return elements if take("]")

      loop do
        elements << value(depth)
        space
        return elements if take("]")

        take(",") || fault("no comma and no end of the array")
      end
    end

    def open(depth)
      fault("more than #{@max_depth} levels") if depth > @max_depth
      @scanner.pos += 1
      space
    end

    def string
      @scanner.pos += 1
      parts = []
      escapes = false
      until take('"')
        if (part = @scanner.scan(PLAIN))
          parts << part
        elsif (part = @scanner.scan(ESCAPE))
          escapes = true
          parts << part
        else
          @scanner.skip(ESCAPE_START)
          fault("no such character or escape in a string")
        end
      end
      escapes ? unescape(parts.join) : parts.join.b
    end

    def unescape(text)
      text.gsub(ESCAPED) do
        high, low, unit, letter = $1, $2, $3, $4
        if high
          utf8(0x10000 + ((high.hex - 0xD800) << 10) + (low.hex - 0xDC00))
        elsif unit
          utf8(unit.hex)
        else
          LETTERS.fetch(letter, letter)
        end
      end
    end

    # pack takes surrogates too, which is what is wanted here.
    def utf8(code) = [code].pack("U").b

    def literal(text, value)
      text.each_char { |c| take(c) || fault("no JSON value") }
      value
    end

    def number
      text = @scanner.check(NUMBER)
      start = @scanner.check(NUMBER_START)
      if text.nil? || start.bytesize > text.bytesize
        @scanner.pos += start.bytesize
        fault("no JSON value")
      end
      value = text.match?(/[.eE]/n) ? nil : text.to_i
      value = Decimal.read(text) unless value && INT64.cover?(value)
      fault("a number beyond binary64") if value.is_a?(Float) && value.infinite?
      @scanner.pos += text.bytesize
      value
    end

    def space
      @scanner.skip(SPACE)
    end

    def take(char)
      return false unless @scanner.peek(1) == char

      @scanner.pos += 1
      true
    end

    def fault(reason)
      offset = @scanner.pos
      reason = "malformed UTF-8" if @malformed && @scanner.eos?
      before = @scanner.string.byteslice(0, offset)
      place = "line #{before.count("\n") + 1}, column #{offset - (before.rindex("\n") || -1)}"
      raise Fault.new("MALFORMED_JSON", "#{reason} at offset #{offset}, #{place}")
    end
  end
end
