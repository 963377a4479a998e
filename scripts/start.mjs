import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'
import nextEnv from '@next/env'

/*
 * `npm start`: the last build, with the variables of `.env.local` as `next dev` reads them. Plain JavaScript, since
 * it runs where the tools of development are not installed. Where variables are set by other means, this is
 * `node .next/standalone/server.js` and nothing more.
 */

const server = new URL('../.next/standalone/server.js', import.meta.url)
if (!existsSync(server)) {
  console.error('There is no build yet. Run: npm run build')
  process.exit(1)
}
nextEnv.loadEnvConfig(fileURLToPath(new URL('..', import.meta.url)))
// HOSTNAME is the address to listen on. Some shells set it to the name of the machine, which is not meant.
if (process.env.HOSTNAME === hostname()) delete process.env.HOSTNAME
await import(server.href)
