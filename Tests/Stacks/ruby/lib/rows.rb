# frozen_string_literal: true

require_relative "fault"
require_relative "json_parser"
require_relative "json_writer"
require_relative "utf16"

module SyncWire
  # Rows and their content hash: Spec/rows-and-payload.md.
  module Rows
    TIMES = (0..9_007_199_254_740_991).freeze
    ID_LENGTHS = (1..255).freeze
    FNV_START = 0xcbf29ce484222325
    FNV_PRIME = 0x100000001b3
    FNV_MASK = 2**64 - 1

    module_function

    def parse(bytes)
      row = JSONParser.parse(bytes)
      check(row)
      row
    end

    # Whether a value is a row, whatever the order of its own keys.
    def check(row)
      malformed("", "no object") unless row.is_a?(Hash)
      malformed("", "needs one of data and deletedAt") unless row.key?("data") ^ row.key?("deletedAt")
      check_id(row["id"])
      check_time("updatedAt", row["updatedAt"])
      if row.key?("data")
        malformed("/data", "no object") unless row["data"].is_a?(Hash)
      else
        check_time("deletedAt", row["deletedAt"])
        malformed("/deletedAt", "not equal to updatedAt") unless row["deletedAt"] == row["updatedAt"]
      end
    end

    def check_id(id)
      good = id.is_a?(String) && ID_LENGTHS.cover?(UTF16.length(id)) && !UTF16.unpaired?(id)
      malformed("/id", "no string of 1 to 255 code units without unpaired surrogates") unless good
    end

    def check_time(name, time)
      malformed("/#{name}", "no integer of milliseconds") unless time.is_a?(Integer) && TIMES.cover?(time)
    end

    # The row's own keys are sorted, nothing inside of them is.
    def write(row)
      JSONWriter.write(row.sort_by { |key, _| UTF16.units(key) }.to_h)
    end

    def content_hash(row)
      bytes = row.key?("data") ? JSONWriter.write(row["data"]) : ""
      hash = bytes.each_byte.reduce(FNV_START) { |state, byte| (state ^ byte) * FNV_PRIME & FNV_MASK }
      format("%016x", hash)
    end

    def malformed(pointer, reason)
      raise Fault.new("MALFORMED_ROW", "#{pointer}: #{reason}")
    end
  end
end
