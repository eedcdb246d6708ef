# frozen_string_literal: true

require "digest"
require "openssl"

module SyncWire
  # The primitives of the suite, all from libcrypto.
  module Crypto
    TAG = 16

    module_function

    def hkdf(key, salt:, info:, length: 32)
      OpenSSL::KDF.hkdf(key, salt: salt, info: info, length: length, hash: "SHA256")
    end

    def pbkdf2(passphrase, salt:, iterations:)
      OpenSSL::KDF.pbkdf2_hmac(passphrase, salt: salt, iterations: iterations, length: 32, hash: "SHA256")
    end

    def scrypt(passphrase, salt:, log2_n:)
      OpenSSL::KDF.scrypt(passphrase, salt: salt, N: 1 << log2_n, r: 8, p: 1, length: 32)
    end

    def hmac(key, data) = OpenSSL::HMAC.digest("SHA256", key, data)

    # Ciphertext, then the tag.
    def encrypt(key, nonce, aad, plaintext)
      cipher = OpenSSL::Cipher.new("aes-256-gcm").encrypt
      cipher.key = key
      cipher.iv = nonce
      cipher.auth_data = aad
      cipher.update(plaintext) + cipher.final + cipher.auth_tag(TAG)
    end

    # nil unless the tag is right.
    def decrypt(key, nonce, aad, sealed)
      ciphertext = sealed.byteslice(0, [sealed.bytesize - TAG, 0].max)
      return nil if ciphertext.empty?

      cipher = OpenSSL::Cipher.new("aes-256-gcm").decrypt
      cipher.key = key
      cipher.iv = nonce
      cipher.auth_tag = sealed.byteslice(-TAG, TAG)
      cipher.auth_data = aad
      cipher.update(ciphertext) + cipher.final
    rescue OpenSSL::Cipher::CipherError
      nil
    end

    # AES key wrap, RFC 3394 with the default initial value.
    def wrap(key, content_key)
      cipher = OpenSSL::Cipher.new("id-aes256-wrap").encrypt
      cipher.key = key
      cipher.update(content_key) + cipher.final
    end

    # nil unless the check value is right.
    def unwrap(key, wrapped)
      cipher = OpenSSL::Cipher.new("id-aes256-wrap").decrypt
      cipher.key = key
      cipher.update(wrapped) + cipher.final
    rescue OpenSSL::Cipher::CipherError
      nil
    end

    def same?(left, right) = OpenSSL.fixed_length_secure_compare(left, right)

    # What tells two keys apart without giving one away.
    def check_value(key) = Digest::SHA256.hexdigest(key)[0, 16]
  end
end
