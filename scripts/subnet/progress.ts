let shown = ''

/** Shows at a terminal how far a command is, in place of what was shown before. */
export function showProgress(text: string): void {
  if (!process.stderr.isTTY) return
  process.stderr.write(`\r${text.padEnd(shown.length)}${text === '' ? '\r' : ''}`)
  shown = text
}

/** Says why nothing happens now: the service limits the rate of requests. A log gets it too. */
export function reportPause(seconds: number): void {
  const text = `The service asks to wait ${seconds} s.`
  if (process.stderr.isTTY) showProgress(text)
  else console.error(text)
}
