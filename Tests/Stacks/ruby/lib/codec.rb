# frozen_string_literal: true

require "zlib"
require_relative "fault"

module SyncWire
  # The three codecs and their strict reader: Spec/archive-codec.md.
  module Codec
    IDENTITY = 0
    GZIP = 1
    DEFLATE = 2
    HEADER = "\x1F\x8B\x08\x00\x00\x00\x00\x00\x00\xFF".b.freeze
    BLOCK = 65_535

    module_function

    # mode is :deflate or :stored.
    def compress(message, codec, mode)
      return message if codec == IDENTITY

      stream = mode == :stored ? stored(message) : deflate(message)
      return stream if codec == DEFLATE

      HEADER + stream + [Zlib.crc32(message), message.bytesize & 0xFFFF_FFFF].pack("VV")
    end

    def deflate(message)
      stream = Zlib::Deflate.new(6, -15, 8, Zlib::DEFAULT_STRATEGY)
      stream.deflate(message, Zlib::FINISH)
    ensure
      stream&.close
    end

    def stored(message)
      count = [1, (message.bytesize + BLOCK - 1) / BLOCK].max
      Array.new(count) do |index|
        block = message.byteslice(index * BLOCK, BLOCK)
        last = index == count - 1 ? 1 : 0
        [last, block.bytesize, block.bytesize ^ 0xFFFF].pack("Cvv") + block
      end.join
    end

    # The message of exactly the declared length, or the first fault in the order of the input.
    def decompress(coded, codec, declared, limit)
      raise Fault.new("LIMIT", "limitExceeded: #{declared} bytes") if declared > limit

      case codec
      when IDENTITY then same_length(coded, declared, coded.bytesize)
      when GZIP then gunzip(coded, declared)
      else
        message, offset = inflate(coded, 0, declared)
        malformed("trailingBytes", offset) if offset < coded.bytesize
        same_length(message, declared, offset)
      end
    end

    def gunzip(coded, declared)
      check_header(coded)
      message, offset = inflate(coded, HEADER.bytesize, declared)
      malformed("truncated", coded.bytesize) if coded.bytesize < offset + 8
      crc, size = coded.byteslice(offset, 8).unpack("VV")
      malformed("crcMismatch", offset) unless crc == Zlib.crc32(message)
      malformed("sizeMismatch", offset + 4) unless size == message.bytesize & 0xFFFF_FFFF
      rest = coded.byteslice(offset + 8, 2)
      malformed(rest == "\x1F\x8B".b ? "severalMembers" : "trailingBytes", offset + 8) unless rest.empty?
      same_length(message, declared, offset + 8)
    end

    def check_header(coded)
      HEADER.each_byte.with_index do |expected, offset|
        byte = coded.getbyte(offset) || malformed("truncated", offset)
        next if byte == expected

        malformed("notGzip", offset) if offset < 2
        malformed("reservedFlag", offset) if offset == 3 && byte & 0xE0 != 0
        malformed("headerNotPinned", offset)
      end
    end

    # Inflates from the offset; gives the output and the offset after the final block. Zlib hands out pieces of at most
    # 16 KiB, so that no more than one of them is ever held beyond the declared length.
    def inflate(coded, start, declared)
      stream = Zlib::Inflate.new(-15)
      message = String.new(encoding: Encoding::BINARY)
      take = lambda do |piece|
        message << piece
        malformed("lengthMismatch", start) if message.bytesize > declared
      end
      stream.inflate(coded.byteslice(start..), &take)
      # A piece that is full when the input ends leaves the end of the stream unread.
      stream.finish(&take) unless stream.finished?
      [message, start + stream.total_in]
    rescue Zlib::Error => e
      malformed("lengthMismatch", start) if stream.total_out > declared
      malformed("truncated", coded.bytesize) if e.is_a?(Zlib::BufError)
      container = start.zero? && zlib_container?(coded)
      malformed(container ? "zlibContainer" : "invalidDeflate", start + stream.total_in)
    ensure
      stream.close
    end

    def zlib_container?(coded)
      first, second = coded.unpack("CC")
      second && first & 0x0F == 8 && first >> 4 <= 7 && ((first << 8) | second) % 31 == 0
    end

    def same_length(message, declared, offset)
      message.bytesize == declared ? message : malformed("lengthMismatch", offset)
    end

    def malformed(name, offset)
      raise Fault.new("MALFORMED_PAYLOAD", "#{name} at offset #{offset}")
    end
  end
end
