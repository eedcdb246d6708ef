# frozen_string_literal: true

require_relative "rows"

module SyncWire
  # The one form that a plaintext must have: PL in Spec/rows-and-payload.md.
  module Payload
    module_function

    # A snapshot is canonical JSON, and a payload if it has rows.
    def check_snapshot(plaintext)
      value = canonical(plaintext)
      check_payload(value) if value.is_a?(Hash) && value.key?("rows")
    end

    def canonical(plaintext)
      value = JSONParser.parse(plaintext)
      text = JSONWriter.write(value)
      foreign("not canonical at offset #{first_difference(plaintext, text)}") unless text == plaintext.b
      value
    rescue Fault => e
      raise e unless e.name == "MALFORMED_JSON"

      foreign(e.message)
    end

    def first_difference(left, right)
      left.each_byte.zip(right.each_byte).index { |one, other| one != other } || left.bytesize
    end

    def check_payload(payload)
      foreign("/schema: not 1") unless payload["schema"].eql?(1)
      foreign("/rows: no object") unless payload["rows"].is_a?(Hash)
      foreign(": unsorted keys") unless UTF16.ascending?(payload.keys)
      foreign("/rows: unsorted collections") unless UTF16.ascending?(payload["rows"].keys)
      payload["rows"].each { |name, rows| check_collection(name, rows) }
    end

    def check_collection(name, rows)
      foreign("/rows: a collection without a proper name") if name.empty? || UTF16.unpaired?(name)
      foreign("/rows/#{name}: no array") unless rows.is_a?(Array)
      rows.each do |row|
        Rows.check(row)
        foreign("/rows/#{name}: a row with unsorted keys") unless UTF16.ascending?(row.keys)
      rescue Fault => e
        foreign("/rows/#{name}: #{e.message}")
      end
      foreign("/rows/#{name}: rows unsorted or twice") unless UTF16.ascending?(rows.map { |row| row["id"] })
    end

    def foreign(reason)
      raise Fault.new("NOT_CANONICAL", reason)
    end
  end
end
