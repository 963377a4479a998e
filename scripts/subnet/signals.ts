/** The signals that stop a command, and the exit code that a shell has for each. */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }

/** Says what these signals do from now on. Without this, a command would leave a file that is half written. */
export function onStop(stop: (exitCode: number) => void): void {
  for (const [signal, exitCode] of Object.entries(exitCodes)) {
    process.removeAllListeners(signal).once(signal, () => stop(exitCode))
  }
}
