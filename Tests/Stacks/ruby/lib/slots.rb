# frozen_string_literal: true

require_relative "crypto"
require_relative "header"

module SyncWire
  # For whom to seal: a type of Header, a workspace key or the bytes of a passphrase, and what its derivation costs.
  SlotRequest = Struct.new(:type, :secret, :cost)

  # What a caller opens with: a workspace key, or the bytes of a passphrase.
  Unlocker = Struct.new(:key, :passphrase, keyword_init: true) do
    def initialize(...)
      super
      Slots.check_key(key) if key
    end
  end

  # Content keys into slots and out of them.
  module Slots
    KEY_TYPES = [Header::RAW, Header::KEY_WRAP].freeze
    PASSPHRASE_TYPES = [Header::PBKDF2, Header::SCRYPT].freeze
    NONCE = ("\0" * 12).b.freeze
    KEY_LENGTH = 32

    module_function

    def check(requests)
      invalid("not 1 to 16 slots") unless Header::SLOT_COUNTS.cover?(requests.length)
      alone = requests.none? { |request| PASSPHRASE_TYPES.include?(request.type) } || requests.length == 1
      invalid("a passphrase slot is not the only one") unless alone
      requests.each do |request|
        check_key(request.secret) if KEY_TYPES.include?(request.type)
        check_cost("iterations", request, Header::ITERATIONS) if request.type == Header::PBKDF2
        check_cost("log2N", request, Header::LOG2_N) if request.type == Header::SCRYPT
      end
    end

    def check_key(key)
      invalid("a key has not #{KEY_LENGTH} bytes") unless key.bytesize == KEY_LENGTH
    end

    def check_cost(name, request, range)
      invalid("#{name} is out of range") unless range.cover?(request.cost)
    end

    def invalid(reason)
      raise Fault.new("INVALID_PARAMETER", reason)
    end

    def key_id(key, workspace_id) = Crypto.hkdf(key, salt: workspace_id, info: "SWA1/key-id", length: 8)

    # The key that wraps the content key.
    def wrapping_key(slot, secret)
      case slot.type
      when Header::KEY_WRAP then secret
      when Header::RAW then Crypto.hkdf(secret, salt: slot.slot_salt, info: "SWA1/wrap/raw")
      when Header::PBKDF2
        root = Crypto.pbkdf2(secret, salt: "SWA1/pbkdf2".b + slot.kdf_salt, iterations: slot.iterations)
        Crypto.hkdf(root, salt: slot.slot_salt, info: "SWA1/wrap/pbkdf2")
      when Header::SCRYPT
        root = Crypto.scrypt(secret, salt: "SWA1/scrypt".b + slot.kdf_salt, log2_n: slot.log2_n)
        Crypto.hkdf(root, salt: slot.slot_salt, info: "SWA1/wrap/scrypt")
      end
    end

    # A new slot, and its wrapping key.
    def make(request, index, prologue, content_key, entropy)
      workspace_id = prologue.byteslice(16, 16)
      body = case request.type
             when Header::PBKDF2 then [request.cost].pack("N") + entropy.draw("kdfSalt.#{index}", 16)
             when Header::SCRYPT then [request.cost].pack("C") + entropy.draw("kdfSalt.#{index}", 16)
             else key_id(request.secret, workspace_id)
             end
      body += entropy.draw("slotSalt.#{index}", 32) unless request.type == Header::KEY_WRAP
      head = [request.type, Header::BODY_LENGTHS.fetch(request.type)].pack("Cn") + body
      slot = Slot.new(type: request.type, head: head)
      key = wrapping_key(slot, request.secret)
      slot.wrapped = if request.type == Header::KEY_WRAP
                       Crypto.wrap(key, content_key)
                     else
                       Crypto.encrypt(key, NONCE, prologue + head, content_key)
                     end
      [slot, key]
    end

    # The content key and the wrapping key, or nil where the slot is not for this unlocker.
    def open(slot, unlocker, header)
      by_key = KEY_TYPES.include?(slot.type)
      secret = by_key ? unlocker.key : unlocker.passphrase
      return nil unless secret && (by_key || PASSPHRASE_TYPES.include?(slot.type))
      return nil if by_key && slot.key_id != key_id(secret, header.workspace_id)

      key = wrapping_key(slot, secret)
      content_key = if slot.type == Header::KEY_WRAP
                      Crypto.unwrap(key, slot.wrapped)
                    else
                      Crypto.decrypt(key, NONCE, header.prologue + slot.head, slot.wrapped)
                    end
      content_key && [content_key, key]
    end

    # The MAC over everything up to the end of the slots.
    def header_mac(content_key, prologue, start)
      Crypto.hmac(Crypto.hkdf(content_key, salt: prologue.byteslice(32, 32), info: "SWA1/header"), start)
    end

    # Names and values by which two stacks find where they differ.
    def trace(slot, index, key)
      values = { "kekCheck.#{index}" => Crypto.check_value(key), "wrappedCEK.#{index}" => slot.wrapped }
      values["keyId.#{index}"] = slot.key_id if KEY_TYPES.include?(slot.type)
      values
    end
  end
end
