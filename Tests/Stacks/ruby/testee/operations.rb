# frozen_string_literal: true

require_relative "given_entropy"
require_relative "inputs"
require_relative "../lib/envelope"
require_relative "../lib/records"

module SyncWire
  # An output that is a byte string, to be told from text.
  Bytes = Struct.new(:data)

  # The operations of the testee protocol: inputs to outputs, the codec being in lib/.
  class Operations
    DRAWING = %w[seal rewrap].freeze
    FEATURES = %w[scrypt aes-kw chunked lone-surrogates int64].freeze
    # Protocol name to method name.
    NAMES = {
      "canonicalize" => :canonicalize, "compareUTF16" => :compare_utf16, "contentHash" => :content_hash,
      "encodeRecord" => :encode_record, "decodeRecord" => :decode_record,
      "compress" => :compress, "decompress" => :decompress,
      "seal" => :seal, "open" => :open, "rewrap" => :rewrap, "inspect" => :inspect_archive
    }.freeze
    MODES = { "deflate" => :deflate, "stored" => :stored }.freeze
    CHUNKS = { "whole" => Header::WHOLE, "64k" => Header::CHUNKED }.freeze
    PROFILES = %w[bytes snapshot].freeze
    SLOT_TYPES = {
      "raw" => Header::RAW, "pbkdf2" => Header::PBKDF2, "scrypt" => Header::SCRYPT, "aes-kw" => Header::KEY_WRAP
    }.freeze

    def initialize(request, scratch)
      @name = NAMES.fetch(request["op"])
      @inputs = Inputs.new(request["inputs"], scratch)
      @entropy = GivenEntropy.new(request.fetch("entropy", []))
      @entropy.check_used unless DRAWING.include?(request["op"])
    end

    # Outputs, and intermediates where the operation has any.
    def perform
      result = send(@name)
      @entropy.check_used
      result
    end

    private

    def canonicalize
      { "canonical" => Bytes.new(JSONWriter.write(JSONParser.parse(@inputs.bytes("json")))) }
    end

    def compare_utf16
      texts = %w[a b].map { |name| @inputs.bytes(name) }
      strings = texts.map { |text| JSONParser.parse(text) }
      Inputs.invalid("not two strings") unless strings.all?(String)
      { "order" => UTF16.compare(*strings) }
    end

    def content_hash
      { "hash" => Rows.content_hash(Rows.parse(@inputs.bytes("row"))) }
    end

    def encode_record
      bytes = @inputs.bytes("record")
      { "row" => Bytes.new(Records.new(@inputs.string("collection")).encode(bytes)) }
    end

    def decode_record
      bytes = @inputs.bytes("row")
      { "record" => Bytes.new(Records.new(@inputs.string("collection")).decode(bytes)) }
    end

    def compress
      mode = MODES.fetch(@inputs.choice("mode", MODES.keys))
      { "compressed" => Bytes.new(Codec.compress(@inputs.bytes("msg"), codec, mode)) }
    end

    def decompress
      coded = @inputs.bytes("compressed")
      { "msg" => Bytes.new(Codec.decompress(coded, codec, @inputs.integer("length"), @inputs.integer("limit"))) }
    end

    def codec = @inputs.integer("codec", Header::CODECS)

    def seal
      options = ArchiveOptions.new(
        workspace_id: @inputs.hex("workspaceId", length: 16),
        content_type: @inputs.integer("contentType", Header::CONTENT_TYPES),
        codec: codec,
        mode: MODES.fetch(@inputs.choice("mode", MODES.keys)),
        chunk: CHUNKS.fetch(@inputs.choice("chunk", CHUNKS.keys)),
        generation: @inputs.uint64("generation")
      )
      writer = ArchiveWriter.new(@entropy)
      archive = writer.seal(@inputs.bytes("plaintext"), options, slots)
      [{ "archive" => Bytes.new(archive) }, intermediates(writer.trace)]
    end

    def open
      cap = @inputs.has?("maxPlaintext") ? @inputs.integer("maxPlaintext") : ArchiveReader::DEFAULT_CAP
      profile = @inputs.has?("profile") ? @inputs.choice("profile", PROFILES) : "bytes"
      expectation = self.expectation
      reader = ArchiveReader.new(*archive_and_unlocker)
      plaintext = reader.plaintext(expectation, cap)
      Payload.check_snapshot(plaintext) if profile == "snapshot"
      [{ "plaintext" => Bytes.new(plaintext) }, intermediates(reader.trace)]
    end

    def rewrap
      requests = slots
      Slots.check(requests)
      reader = ArchiveReader.new(*archive_and_unlocker)
      writer = ArchiveWriter.new(@entropy)
      archive = writer.rewrap(reader.header, reader.content_key, requests)
      [{ "archive" => Bytes.new(archive) }, intermediates(writer.trace)]
    end

    def inspect_archive
      archive = Header.new(@inputs.bytes("archive"))
      {
        "contentType" => archive.content_type, "codec" => archive.codec, "chunk" => CHUNKS.key(archive.chunk),
        "workspaceId" => archive.workspace_id.unpack1("H*"), "archiveSalt" => archive.archive_salt.unpack1("H*"),
        "generation" => archive.generation.to_s, "slots" => archive.slots.map { |slot| slot_summary(slot) },
        "payloadOffset" => archive.payload_offset, "payloadLength" => archive.payload_length
      }
    end

    def slot_summary(slot)
      summary = { "type" => slot.type, "length" => slot.body_length }
      summary["keyId"] = slot.key_id.unpack1("H*") if Slots::KEY_TYPES.include?(slot.type)
      summary["iterations"] = slot.iterations if slot.type == Header::PBKDF2
      summary["log2N"] = slot.log2_n if slot.type == Header::SCRYPT
      summary
    end

    def archive_and_unlocker
      Inputs.invalid("not one of key and passphrase") unless @inputs.has?("key") ^ @inputs.has?("passphrase")
      unlocker = if @inputs.has?("key")
                   Unlocker.new(key: @inputs.hex("key"))
                 else
                   Unlocker.new(passphrase: Passphrase.bytes(@inputs.string("passphrase")))
                 end
      [@inputs.bytes("archive"), unlocker]
    end

    def expectation
      return Expectation.new unless @inputs.has?("expect")

      expect = @inputs.inputs("expect")
      Expectation.new(
        workspace_id: (expect.hex("workspaceId", length: 16) if expect.has?("workspaceId")),
        content_type: (expect.integer("contentType", Header::CONTENT_TYPES) if expect.has?("contentType")),
        min_generation: (expect.uint64("minGeneration") if expect.has?("minGeneration"))
      )
    end

    def slots
      @inputs.list("slots").map do |slot|
        type = SLOT_TYPES.fetch(slot.choice("type", SLOT_TYPES.keys))
        next SlotRequest.new(type, slot.hex("key")) if Slots::KEY_TYPES.include?(type)

        cost = slot.integer(type == Header::PBKDF2 ? "iterations" : "log2N")
        SlotRequest.new(type, Passphrase.bytes(slot.string("passphrase")), cost)
      end
    end

    # Check values are hex text already; the rest are bytes.
    def intermediates(trace)
      trace.to_h do |name, value|
        case name
        when "compressed" then [name, Bytes.new(value)]
        when /Check/ then [name, value]
        else [name, value.unpack1("H*")]
        end
      end
    end
  end
end
