import ConformanceFuzzTargets
import FuzzDriver
import FuzzTargets

try FuzzDriver.run(FuzzTarget.conformance)
