# frozen_string_literal: true

require_relative "codec"
require_relative "pieces"
require_relative "slots"

module SyncWire
  # What an archive is made of, besides its plaintext and slots. mode is :deflate or :stored.
  ArchiveOptions = Struct.new(:workspace_id, :content_type, :codec, :mode, :chunk, :generation, keyword_init: true)

  # Writes archives from randomness that it is given. Applications use Envelope, where the system gives it.
  class ArchiveWriter
    # Values on the way, by their names in the testee protocol.
    attr_reader :trace

    def initialize(entropy)
      @entropy = entropy
      @trace = {}
    end

    def seal(plaintext, options, requests)
      Slots.check(requests)
      check(options)
      compressed = Codec.compress(plaintext, options.codec, options.mode)
      inner = [plaintext.bytesize].pack("Q>") + compressed
      if options.chunk == Header::WHOLE && inner.bytesize > Header::WHOLE_LIMIT
        raise Fault.new("LIMIT", "#{inner.bytesize} bytes in whole mode")
      end

      content_key = @entropy.draw("cek", 32)
      prologue = prologue(options, @entropy.draw("archiveSalt", 32))
      nonce = @entropy.draw("nonce", 12)
      start = authenticated_start(prologue, content_key, requests)
      pieces = Pieces.new(content_key, prologue, nonce)
      @trace.update("compressed" => compressed, "payloadKeyCheck" => pieces.key_check)
      start + nonce + pieces.seal(inner)
    end

    # Prologue, nonce and payload stay as they are.
    def rewrap(header, content_key, requests)
      Slots.check(requests)
      authenticated_start(header.prologue, content_key, requests) + header.after_mac
    end

    private

    def check(options)
      Slots.invalid("workspaceId has not 16 bytes") unless options.workspace_id.bytesize == 16
      Slots.invalid("no such contentType") unless Header::CONTENT_TYPES.cover?(options.content_type)
      Slots.invalid("no such codec") unless Header::CODECS.cover?(options.codec)
      Slots.invalid("no such chunk") unless Header::CHUNKS.include?(options.chunk)
      Slots.invalid("generation is out of range") unless Header::GENERATIONS.cover?(options.generation)
    end

    def prologue(options, archive_salt)
      kind = [1, 1, options.content_type, options.codec, options.chunk, 0, 0, 0].pack("C8")
      Header::MAGIC + kind + options.workspace_id + archive_salt + [options.generation].pack("Q>")
    end

    # Everything up to the end of the MAC.
    def authenticated_start(prologue, content_key, requests)
      start = prologue + [requests.length].pack("C")
      requests.each_with_index do |request, index|
        slot, key = Slots.make(request, index, prologue, content_key, @entropy)
        @trace.update(Slots.trace(slot, index, key))
        start << slot.bytes
      end
      mac = Slots.header_mac(content_key, prologue, start)
      @trace["headerMac"] = mac
      start + mac
    end
  end
end
