import { readFileSync } from 'node:fs'

/*
 * Shifts the clock of the process that loads this module with `--import`. The file CLOCK_SHIFT_FILE has the shift in
 * milliseconds, and a test can change it at any time. As on a machine whose clock is set, `performance.now()` and timers
 * stay the same.
 */

const { Date } = globalThis
const now = () => Date.now() + Number(readFileSync(process.env.CLOCK_SHIFT_FILE, 'utf8'))

globalThis.Date = new Proxy(Date, {
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
})
