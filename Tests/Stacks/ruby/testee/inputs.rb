# frozen_string_literal: true

require "digest"
require_relative "../lib/fault"

module SyncWire
  # The members of one request, checked: whatever is missing or of the wrong type is INVALID_PARAMETER.
  class Inputs
    INLINE_LIMIT = 65_536
    UINT64 = (0..2**64 - 1).freeze

    def initialize(members, scratch)
      Inputs.invalid("the inputs are no object") unless members.is_a?(Hash)
      @members = members
      @scratch = scratch
    end

    def self.invalid(reason)
      raise Fault.new("INVALID_PARAMETER", reason)
    end

    def has?(name) = @members.key?(name)

    def bytes(name)
      value = @members[name]
      return from_file(name, value) if value.is_a?(Hash)

      base64(name, typed(name, String))
    end

    def string(name) = typed(name, String)

    def hex(name, length: nil)
      text = typed(name, String)
      Inputs.invalid("#{name} is no lower-case hex") unless text.match?(/\A(?:[0-9a-f]{2})*\z/n)
      bytes = [text].pack("H*")
      Inputs.invalid("#{name} has not #{length} bytes") if length && bytes.bytesize != length
      bytes
    end

    def integer(name, range = UINT64)
      value = typed(name, Integer)
      Inputs.invalid("#{name} is out of range") unless range.cover?(value)
      value
    end

    # A decimal number below 2^64 in a string.
    def uint64(name)
      text = typed(name, String)
      good = text.match?(/\A(?:0|[1-9][0-9]*)\z/n) && UINT64.cover?(text.to_i)
      Inputs.invalid("#{name} is no decimal number below 2^64") unless good
      text.to_i
    end

    def choice(name, values)
      value = @members[name]
      Inputs.invalid("#{name} is none of #{values.join(', ')}") unless values.any? { |one| one.eql?(value) }
      value
    end

    def inputs(name) = Inputs.new(typed(name, Hash), @scratch)

    def list(name) = typed(name, Array).map { |members| Inputs.new(members, @scratch) }

    private

    def typed(name, type)
      value = @members[name]
      Inputs.invalid("#{name} is missing or of the wrong type") unless value.is_a?(type)
      value
    end

    # unpack1("m0") knows no line breaks, demands the padding and that unused bits are zero.
    def base64(name, text)
      text.unpack1("m0")
    rescue ArgumentError
      Inputs.invalid("#{name} is no base64")
    end

    def from_file(name, reference)
      file = Inputs.new(reference, nil)
      path = file.string("file")
      length = file.integer("length")
      hash = file.hex("sha256", length: 32)
      inside = @scratch && File.dirname(path) == @scratch && File.lstat(path).file?
      Inputs.invalid("#{name} is no file of the scratch folder") unless inside && File.size(path) == length
      bytes = File.binread(path)
      Inputs.invalid("#{name} is another file") unless Digest::SHA256.digest(bytes) == hash
      bytes
    rescue SystemCallError, ArgumentError
      Inputs.invalid("#{name} can't be read")
    end
  end
end
