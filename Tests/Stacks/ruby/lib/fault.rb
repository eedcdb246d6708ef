# frozen_string_literal: true

module SyncWire
  # An error of one of the classes of Spec/errors.md. The message names a place and a reason, never a secret.
  class Fault < StandardError
    attr_reader :name

    def initialize(name, message)
      super(message)
      @name = name
    end
  end
end
