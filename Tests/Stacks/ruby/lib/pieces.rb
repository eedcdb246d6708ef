# frozen_string_literal: true

require_relative "crypto"
require_relative "header"

module SyncWire
  # The encrypted payload: one piece in whole mode, one for every 64 KiB in chunked mode.
  class Pieces
    PART = 65_536

    def initialize(content_key, prologue, nonce)
      @prologue = prologue
      @nonce = nonce
      @key = Crypto.hkdf(content_key, salt: prologue.byteslice(32, 32), info: "SWA1/payload")
      @chunked = prologue.getbyte(12) == Header::CHUNKED
    end

    def key_check = Crypto.check_value(@key)

    def seal(inner)
      each_slice(inner, PART) { |part, *place| Crypto.encrypt(@key, nonce(*place), aad(*place), part) }
    end

    # All pieces are authenticated before anything in them can be judged.
    def open(payload, offset)
      each_slice(payload, PART + Crypto::TAG) do |piece, index, last|
        Crypto.decrypt(@key, nonce(index, last), aad(index, last), piece) ||
          raise(Fault.new("PAYLOAD_AUTH", "piece at offset #{offset + index * (PART + Crypto::TAG)}"))
      end
    end

    private

    # Joins what the block makes of each slice, its index and whether it is the last.
    def each_slice(bytes, length)
      length = bytes.bytesize unless @chunked
      count = (bytes.bytesize + length - 1) / length
      Array.new(count) { |index| yield bytes.byteslice(index * length, length), index, index == count - 1 }.join
    end

    def nonce(index, _last)
      @nonce.byteslice(0, 4) + [@nonce.byteslice(4, 8).unpack1("Q>") ^ index].pack("Q>")
    end

    def aad(index, last) = @prologue + [index, last ? 1 : 0].pack("Q>C")
  end
end
