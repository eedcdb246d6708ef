# frozen_string_literal: true

module SyncWire
  # The UTF-16 code units of the strings that JSONParser makes.
  module UTF16
    SURROGATE = /\xED[\xA0-\xBF][\x80-\xBF]/n

    module_function

    # As big-endian bytes, so that Ruby's order of binary strings is the order of code units.
    def units(string)
      return encode(string) unless unpaired?(string)

      string.b.split(/(#{SURROGATE})/n).map { |part| unpaired?(part) ? surrogate(part) : encode(part) }.join
    end

    def encode(part)
      part.dup.force_encoding(Encoding::UTF_8).encode(Encoding::UTF_16BE).b
    end

    # The last twelve bits of a surrogate are in its last two bytes; the first four are always D.
    def surrogate(bytes)
      [0xD000 | (bytes.getbyte(1) & 0x3F) << 6 | bytes.getbyte(2) & 0x3F].pack("n")
    end

    def length(string) = units(string).bytesize / 2

    def compare(left, right) = units(left) <=> units(right)

    def unpaired?(string) = string.b.match?(SURROGATE)

    # Sorted, and none twice.
    def ascending?(strings)
      strings.map { |string| units(string) }.each_cons(2).all? { |left, right| (left <=> right).negative? }
    end
  end
end
