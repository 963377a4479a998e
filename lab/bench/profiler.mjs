/*
 * Node preloads this module into a profiled app. The first SIGUSR2 starts a CPU profile, and the next one writes it to
 * the file in PROFILE_FILE.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { dirname } from 'node:path'

const session = new Session()
session.connect()
await session.post('Profiler.enable')
process.once('SIGUSR2', () => {
  void session.post('Profiler.start')
  process.once('SIGUSR2', () => void write())
})

async function write() {
  const { profile } = await session.post('Profiler.stop')
  mkdirSync(dirname(process.env.PROFILE_FILE), { recursive: true })
  writeFileSync(process.env.PROFILE_FILE, JSON.stringify(profile))
  console.log('profiled')
}
