# frozen_string_literal: true

require_relative "fault"

module SyncWire
  # Doubles to decimal text and back.
  module Decimal
    # Up to this length Float() is right. Far beyond, it rounds ties of subnormals wrongly and caps exponents at 19999.
    PLATFORM_LENGTH = 40
    MANTISSA = 53
    LEAST_EXPONENT = -1074

    module_function

    # The double nearest to a JSON number, ties to even; an infinity beyond the largest.
    def read(text)
      return Float(text) if text.bytesize <= PLATFORM_LENGTH

      sign, whole, fraction, exponent = text.match(/\A(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE](.+))?\z/n).captures
      digits = "#{whole}#{fraction}".sub(/\A0+/, "")
      power = exponent.to_i - fraction.to_s.length
      magnitude = nearest(digits, power)
      sign == "-" ? -magnitude : magnitude
    end

    # digits * 10^power, rounded once.
    def nearest(digits, power)
      return 0.0 if digits.empty? || digits.length + power < -330
      return Float::INFINITY if digits.length + power > 310

      over = digits.to_i * 10**[power, 0].max
      under = 10**[-power, 0].max
      shift = [over.bit_length - under.bit_length - MANTISSA, LEAST_EXPONENT].max
      mantissa, rest, divisor = divide(over, under, shift)
      mantissa, rest, divisor = divide(over, under, shift += 1) if mantissa.bit_length > MANTISSA
      half = rest * 2 <=> divisor
      mantissa += 1 if half.positive? || (half.zero? && mantissa.odd?)
      Math.ldexp(mantissa, shift)
    end

    def divide(over, under, shift)
      divisor = shift.positive? ? under << shift : under
      (shift.negative? ? over << -shift : over).divmod(divisor) << divisor
    end

    # The shortest text that reads back as the same double. Ruby finds the digits; where exponents begin is CJ's.
    def write(double)
      raise Fault.new("MALFORMED_JSON", "no text for #{double}") unless double.finite?
      return double.to_s if double.zero?

      sign, digits, power = parts(double)
      point = digits.length + power
      return "#{sign}#{digits}#{'0' * power}.0" if power >= 0 && point <= 21
      return "#{sign}#{digits[0, point]}.#{digits[point..]}" if power.negative? && point.positive?
      return "#{sign}0.#{'0' * -point}#{digits}" if point <= 0 && point > -6

      fraction = digits.length > 1 ? ".#{digits[1..]}" : ""
      "#{sign}#{digits[0]}#{fraction}e#{point > 0 ? '+' : ''}#{point - 1}"
    end

    # Sign, digits without zeros at either end, and the power of ten that they are multiplied with.
    def parts(double)
      sign, whole, fraction, exponent = double.to_s.match(/\A(-?)([0-9]+)\.([0-9]+)(?:e(.+))?\z/).captures
      digits = "#{whole}#{fraction}".sub(/\A0+/, "")
      significant = digits.sub(/0+\z/, "")
      [sign, significant, exponent.to_i - fraction.length + digits.length - significant.length]
    end
  end
end
