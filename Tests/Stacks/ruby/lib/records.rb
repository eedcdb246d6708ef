# frozen_string_literal: true

require_relative "rows"

module SyncWire
  # Records to rows and back: Spec/records.md. The field lists are those of Spec/records.json.
  class Records
    TABLE = File.expand_path("../../../../Spec/records.json", __dir__)
    INTEGERS = (-9_007_199_254_740_991..9_007_199_254_740_991).freeze
    TOMBSTONE = %w[deletedAt id updatedAt].freeze

    def self.collections
      @collections ||= JSONParser.parse(File.binread(TABLE))["records"].to_h do |record|
        [record["collection"], record["fields"]]
      end
    end

    def initialize(collection)
      @fields = Records.collections[collection]
      raise Fault.new("INVALID_PARAMETER", "an unknown collection") unless @fields
    end

    # A record object to the row's canonical bytes.
    def encode(bytes)
      record = JSONParser.parse(bytes)
      malformed("", "no object") unless record.is_a?(Hash)
      row = record.keys.sort == TOMBSTONE ? record : live_row(record)
      Rows.check(row)
      Rows.write(row)
    end

    # A row to the canonical bytes of its record object.
    def decode(bytes)
      row = Rows.parse(bytes)
      own = { "id" => row["id"], "updatedAt" => row["updatedAt"] }
      return JSONWriter.write(own.merge("deletedAt" => row["deletedAt"])) unless row.key?("data")

      data = row["data"]
      @fields.each { |field| check_member(field, data) }
      unknown = data.reject { |name, _| declared?(name) }
      own.each_key { |name| malformed("/data/#{name}", "no place in a record") if unknown.key?(name) }
      check_same(data, row)
      JSONWriter.write(own.merge(data.slice(*separate_fields)).merge(unknown))
    end

    private

    def live_row(record)
      data = @fields.to_h do |field|
        name = field["name"]
        record = { name => nil }.merge(record) if field["nullable"]
        check_member(field, record) unless field["sameAs"]
        [name, record[name]]
      end
      own = record.slice("id", "updatedAt")
      unknown = record.reject { |name, _| own.key?(name) || declared?(name) }
      { "data" => data.merge(unknown) }.merge(own)
    end

    def declared?(name) = @fields.any? { |field| field["name"] == name }

    # Names of the declared fields, in their order, but those that the row itself has.
    def separate_fields = @fields.reject { |field| field["sameAs"] }.map { |field| field["name"] }

    def check_same(data, row)
      @fields.each do |field|
        same = field["sameAs"].nil? || data[field["name"]] == row["updatedAt"]
        malformed("/data/#{field["name"]}", "not the row's updatedAt") unless same
      end
    end

    def check_member(field, members)
      name = field["name"]
      malformed("/data/#{name}", "missing") unless members.key?(name)
      value = members[name]
      good = value.nil? ? field["nullable"] : type?(field["type"], value)
      malformed("/data/#{name}", "no #{field["type"]}") unless good
    end

    def type?(type, value)
      case type
      when "string", "enum" then value.is_a?(String)
      when "integer" then value.is_a?(Integer) && INTEGERS.cover?(value)
      when "boolean" then [true, false].include?(value)
      when "json" then value.is_a?(String) && json?(value)
      end
    end

    def json?(text)
      JSONParser.parse(text)
      true
    rescue Fault
      false
    end

    def malformed(pointer, reason)
      raise Fault.new("MALFORMED_RECORD", "#{pointer}: #{reason}")
    end
  end
end
