/** The signals that stop a command, with a shell's exit code for each. */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }

/** Replaces the handlers of these signals. The default handlers would leave a half-written file. */
export function onStop(stop: (exitCode: number) => void): void {
  for (const [signal, exitCode] of Object.entries(exitCodes)) {
    process.removeAllListeners(signal).once(signal, () => stop(exitCode))
  }
}
