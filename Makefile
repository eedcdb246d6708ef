.PHONY: all test lint setup
all: setup
	swift build
setup:
	@true
test: setup
	swift build --build-tests && swift test
lint:
	swift format lint --strict --recursive --parallel Package.swift Sources Tests
