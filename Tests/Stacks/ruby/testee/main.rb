# frozen_string_literal: true

if RUBY_VERSION.to_f < 3.1
  warn "run: this is Ruby #{RUBY_VERSION}: apt-get install ruby (3.1 or later), or set RUBY"
  exit 69
end

require_relative "session"

exit SyncWire::Session.new($stdin, $stdout).run(once: ARGV == ["--once"])
