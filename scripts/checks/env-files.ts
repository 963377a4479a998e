import { readDifferently } from '../../lib/config/env-file.mjs'

/** Names the lines of files that programs read differently, and says what to do; undefined if there are none. */
export function differentLines(files: readonly { path: string; contents: string }[]) {
  const lines = files.map(({ path, contents }) => ({ path, names: readDifferently(contents).join(', ') }))
  const places = lines.flatMap(({ path, names }) => (names ? [`${names} in ${path}`] : []))
  if (places.length === 0) return undefined
  return {
    what: String.raw`Programs read these lines differently: ${places.join('; ')}. They have a #, $, \, quote at the start, blank at an end, special blank or invisible character, or another form than NAME=value.`,
    // A hint never asks for another value, because a key of user IDs must stay.
    todo: "If Docker, kubectl or systemd reads the file, set these variables in your platform's own settings instead, to the values that npm start reads.",
  }
}
