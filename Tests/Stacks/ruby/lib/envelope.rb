# frozen_string_literal: true

require_relative "archive_reader"
require_relative "archive_writer"
require_relative "entropy"
require_relative "passphrase"
require_relative "payload"

module SyncWire
  # What an application calls. Its randomness is the system's.
  module Envelope
    SNAPSHOT = 1
    METADATA = 2
    WHOLE_MODE_LIMIT = 16_777_216

    module_function

    def seal(plaintext, workspace_id:, requests:, content_type: SNAPSHOT, generation: 0)
      check_content(plaintext, content_type)
      options = ArchiveOptions.new(
        workspace_id: workspace_id, content_type: content_type, codec: Codec::GZIP, mode: :deflate,
        chunk: plaintext.bytesize > WHOLE_MODE_LIMIT ? Header::CHUNKED : Header::WHOLE, generation: generation
      )
      ArchiveWriter.new(SystemEntropy.new).seal(plaintext, options, requests)
    end

    def open(archive, unlocker, expectation: Expectation.new, cap: ArchiveReader::DEFAULT_CAP)
      reader = ArchiveReader.new(archive, unlocker)
      plaintext = reader.plaintext(expectation, cap)
      check_content(plaintext, reader.header.content_type)
      plaintext
    end

    def rewrap(archive, unlocker, requests)
      Slots.check(requests)
      reader = ArchiveReader.new(archive, unlocker)
      ArchiveWriter.new(SystemEntropy.new).rewrap(reader.header, reader.content_key, requests)
    end

    def check_content(plaintext, content_type)
      case content_type
      when SNAPSHOT then Payload.check_snapshot(plaintext)
      when METADATA then Payload.canonical(plaintext)
      end
    end
  end
end
