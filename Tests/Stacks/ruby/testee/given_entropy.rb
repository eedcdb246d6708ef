# frozen_string_literal: true

require_relative "inputs"

module SyncWire
  # Randomness that the caller has chosen, by label. Each has to be drawn exactly once.
  class GivenEntropy
    def initialize(list)
      Inputs.invalid("entropy is no list") unless list.is_a?(Array)
      @left = {}
      list.each do |members|
        entry = Inputs.new(members, nil)
        label = entry.string("label")
        Inputs.invalid("entropy label given twice") if @left.key?(label)
        @left[label] = entry.hex("hex")
      end
    end

    def draw(label, length)
      bytes = @left.delete(label)
      Inputs.invalid("entropy #{label} has not #{length} bytes") unless bytes&.bytesize == length
      bytes
    end

    def check_used
      Inputs.invalid("#{@left.length} labels of entropy are not used") unless @left.empty?
    end
  end
end
