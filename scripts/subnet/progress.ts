let shown = ''

/** Shows the progress of a command at a terminal, and replaces the text shown before. */
export function showProgress(text: string): void {
  if (!process.stderr.isTTY) return
  process.stderr.write(`\r${text.padEnd(shown.length)}${text === '' ? '\r' : ''}`)
  shown = text
}

/** Reports that the service has asked to wait, at a terminal or as a line of stderr. */
export function reportPause(seconds: number): void {
  const text = `The service asks to wait ${seconds} s.`
  if (process.stderr.isTTY) showProgress(text)
  else console.error(text)
}
