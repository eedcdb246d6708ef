# frozen_string_literal: true

require_relative "fault"
require_relative "utf16"

module SyncWire
  # The bytes of a passphrase: EN-21 to EN-26.
  module Passphrase
    LENGTHS = (1..1024).freeze

    # Ruby 3.1 has Unicode 13. These are the combining marks of Unicode 14 and 15. Each goes through Ruby's NFC as an
    # older mark of its combining class that is in no decomposition.
    NEWER_MARKS = {
      0x0ABC => [0x0C3C],
      0x0ACD => [0x1715, 0x11070, 0x11F41, 0x11F42],
      0x302A => [0x1DFA],
      0x0353 => [0x0899..0x089B, 0x08CF..0x08D2, 0x1AC3, 0x1AC4, 0x1ACA, 0x10EFD..0x10EFF, 0x10F83, 0x10F85,
                 0x1E4EE],
      0x0357 => [0x0898, 0x089C..0x089F, 0x08CA..0x08CE, 0x1AC1, 0x1AC2, 0x1AC5..0x1AC9, 0x1ACB..0x1ACE, 0x10F82,
                 0x10F84, 0x1E08F, 0x1E2AE, 0x1E4EF],
      0x302C => [0x1E4EC, 0x1E4ED]
    }.freeze
    STAND_INS = NEWER_MARKS.flat_map { |old, newer| newer.flat_map { |mark| [*mark].product([old]) } }.to_h.freeze

    module_function

    # From a string as JSONParser makes it.
    def bytes(passphrase)
      invalid("an unpaired surrogate") if UTF16.unpaired?(passphrase)
      invalid("U+0000") if passphrase.include?("\0")
      bytes = nfc(passphrase.dup.force_encoding(Encoding::UTF_8)).b
      invalid("not 1 to 1024 bytes") unless LENGTHS.cover?(bytes.bytesize)
      bytes
    end

    # Marks of one class keep their order, so that the n-th stand-in that comes out is the n-th that went in.
    def nfc(text)
      originals = NEWER_MARKS.transform_values { [] }
      replaced = text.codepoints.map do |code|
        old = STAND_INS.fetch(code, code)
        originals[old]&.push(code)
        old
      end
      normal = replaced.pack("U*").unicode_normalize(:nfc).codepoints
      normal.map { |code| originals.key?(code) ? originals[code].shift : code }.pack("U*")
    end

    def invalid(reason)
      raise Fault.new("INVALID_PASSPHRASE", reason)
    end
  end
end
