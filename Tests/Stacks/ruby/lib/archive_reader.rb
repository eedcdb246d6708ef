# frozen_string_literal: true

require_relative "codec"
require_relative "pieces"
require_relative "slots"

module SyncWire
  # What a caller demands of an archive; nil demands nothing.
  Expectation = Struct.new(:workspace_id, :content_type, :min_generation, keyword_init: true)

  # Opens an archive in the order of EN-38 to EN-62.
  class ArchiveReader
    DEFAULT_CAP = 268_435_456

    # `trace` holds values on the way, by their names in the testee protocol.
    attr_reader :header, :trace

    def initialize(archive, unlocker)
      @header = Header.new(archive)
      @payload = archive.byteslice(@header.payload_offset..)
      @trace = {}
      @content_key = open_slot(unlocker)
      mac = Slots.header_mac(content_key, header.prologue, header.authenticated)
      raise Fault.new("HEADER_AUTH", "the header is not as it was written") unless Crypto.same?(mac, header.mac)

      @trace["headerMac"] = mac
    end

    # For rewrapping.
    attr_reader :content_key

    # Whether it has to be canonical is for the caller to check.
    def plaintext(expectation, cap)
      check(expectation)
      pieces = Pieces.new(content_key, header.prologue, header.nonce)
      inner = pieces.open(@payload, header.payload_offset)
      raise Fault.new("MALFORMED_PAYLOAD", "no length") if inner.bytesize < 8

      compressed = inner.byteslice(8..)
      @trace.update("compressed" => compressed, "payloadKeyCheck" => pieces.key_check)
      Codec.decompress(compressed, header.codec, inner.unpack1("Q>"), cap)
    end

    private

    def open_slot(unlocker)
      header.slots.each_with_index do |slot, index|
        content_key, key = Slots.open(slot, unlocker, header)
        next unless content_key

        @trace.update(Slots.trace(slot, index, key))
        return content_key
      end
      raise Fault.new("NO_MATCH", "no slot opens")
    end

    def check(expectation)
      mismatch("workspaceId") unless [nil, header.workspace_id].include?(expectation.workspace_id)
      mismatch("contentType") unless [nil, header.content_type].include?(expectation.content_type)
      return if expectation.min_generation.nil? || header.generation >= expectation.min_generation

      raise Fault.new("ROLLBACK", "generation #{header.generation}")
    end

    def mismatch(field)
      raise Fault.new("CONTEXT_MISMATCH", field)
    end
  end
end
