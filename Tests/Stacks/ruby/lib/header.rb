# frozen_string_literal: true

require_relative "crypto"
require_relative "fault"

module SyncWire
  # One slot as it stands in the file. `head` is everything before the wrapped key; of a slot of an unknown type, all.
  Slot = Struct.new(:type, :head, :wrapped, keyword_init: true) do
    def body_length = head.bytesize + wrapped.bytesize - 3
    def bytes = head + wrapped
    def key_id = head.byteslice(3, 8)
    def slot_salt = head.byteslice(-32, 32)
    def kdf_salt = head.byteslice(-48, 16)
    def iterations = head.byteslice(3, 4).unpack1("N")
    def log2_n = head.getbyte(3)
  end

  # The header of an archive, and the checks that need no key: EN-38 to EN-52.
  class Header
    MAGIC = "\x89SWA\r\n\x1A\n".b.freeze
    PROLOGUE = 72
    RAW = 1
    PBKDF2 = 2
    SCRYPT = 3
    KEY_WRAP = 4
    BODY_LENGTHS = { RAW => 88, PBKDF2 => 100, SCRYPT => 97, KEY_WRAP => 48 }.freeze
    WRAPPED_LENGTHS = { RAW => 48, PBKDF2 => 48, SCRYPT => 48, KEY_WRAP => 40 }.freeze
    SLOT_COUNTS = (1..16).freeze
    CONTENT_TYPES = (1..3).freeze
    CODECS = (0..2).freeze
    WHOLE = 0x00
    CHUNKED = 0x10
    CHUNKS = [WHOLE, CHUNKED].freeze
    ITERATIONS = (210_000..2_000_000).freeze
    LOG2_N = (15..18).freeze
    BODY_LIMIT = 1024
    WHOLE_LIMIT = 67_108_864
    GENERATIONS = (0..2**64 - 1).freeze

    attr_reader :prologue, :slots, :slots_end

    def initialize(archive)
      @archive = archive
      check_start
      check_fields
      @prologue = archive.byteslice(0, PROLOGUE)
      @slots_end = PROLOGUE + 1
      @slots = Array.new(slot_count) { |index| read_slot(index) }
      truncated if archive.bytesize < payload_offset + Crypto::TAG + 1
      return unless chunk == WHOLE && payload_length > WHOLE_LIMIT + Crypto::TAG

      raise Fault.new("LIMIT", "a payload of #{payload_length} bytes in whole mode")
    end

    def content_type = @archive.getbyte(10)
    def codec = @archive.getbyte(11)
    def chunk = @archive.getbyte(12)
    def workspace_id = @archive.byteslice(16, 16)
    def archive_salt = @archive.byteslice(32, 32)
    def generation = @archive.byteslice(64, 8).unpack1("Q>")
    def mac = @archive.byteslice(slots_end, 32)
    def nonce = @archive.byteslice(slots_end + 32, 12)
    def payload_offset = slots_end + 44
    def payload_length = @archive.bytesize - payload_offset

    # What the MAC covers.
    def authenticated = @archive.byteslice(0, slots_end)

    # Nonce and payload: what rewrapping leaves as it is.
    def after_mac = @archive.byteslice(slots_end + 32..)

    private

    def slot_count = @archive.getbyte(72)

    def check_start
      MAGIC.each_byte.with_index do |expected, offset|
        byte = @archive.getbyte(offset) || truncated
        raise Fault.new("BAD_MAGIC", "offset #{offset}") unless byte == expected
      end
      version = @archive.getbyte(8) || truncated
      raise Fault.new("UNSUPPORTED_VERSION", "version #{version} at offset 8") unless version == 1
      suite = @archive.getbyte(9) || truncated
      raise Fault.new("UNSUPPORTED_SUITE", "suite #{suite} at offset 9") unless suite == 1
      truncated if @archive.bytesize <= PROLOGUE
    end

    def check_fields
      malformed("contentType", 10) unless CONTENT_TYPES.cover?(content_type)
      malformed("codec", 11) unless CODECS.cover?(codec)
      malformed("chunkLog2", 12) unless CHUNKS.include?(chunk)
      (13..15).each { |offset| malformed("reserved", offset) unless @archive.getbyte(offset).zero? }
      malformed("slotCount", 72) unless SLOT_COUNTS.cover?(slot_count)
    end

    def malformed(field, offset)
      raise Fault.new("MALFORMED_HEADER", "#{field} at offset #{offset}")
    end

    def read_slot(index)
      start = slots_end
      truncated if @archive.bytesize < start + 3
      type, length = @archive.byteslice(start, 3).unpack("Cn")
      check_slot(index, type, length, start)
      @slots_end += 3 + length
      truncated if @archive.bytesize < slots_end
      wrapped = WRAPPED_LENGTHS.fetch(type, 0)
      slot = Slot.new(
        type: type,
        head: @archive.byteslice(start, 3 + length - wrapped),
        wrapped: @archive.byteslice(slots_end - wrapped, wrapped)
      )
      check_costs(index, slot, start)
      slot
    end

    def check_slot(index, type, length, start)
      malformed_slot(index, "type", start) if type.zero?
      malformed_slot(index, "len", start + 1) if length > BODY_LIMIT || length != BODY_LENGTHS.fetch(type, length)
      malformed_slot(index, "type", start) if [PBKDF2, SCRYPT].include?(type) && slot_count != 1
    end

    def malformed_slot(index, field, offset)
      raise Fault.new("MALFORMED_SLOT", "slots[#{index}].#{field} at offset #{offset}")
    end

    def check_costs(index, slot, start)
      good = case slot.type
             when PBKDF2 then ITERATIONS.cover?(slot.iterations)
             when SCRYPT then LOG2_N.cover?(slot.log2_n)
             else true
             end
      field = slot.type == PBKDF2 ? "iterations" : "log2N"
      raise Fault.new("KDF_PARAMS", "slots[#{index}].#{field} at offset #{start + 3}") unless good
    end

    def truncated
      raise Fault.new("TRUNCATED", "#{@archive.bytesize} bytes")
    end
  end
end
