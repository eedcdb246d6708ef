# frozen_string_literal: true

require "openssl"

module SyncWire
  # Where an application's randomness comes from.
  class SystemEntropy
    # The label says what the bytes are for; the system doesn't care.
    def draw(_label, length) = OpenSSL::Random.random_bytes(length)
  end
end
