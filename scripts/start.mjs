import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import nextEnv from '@next/env'

/*
 * `npm start`: the last build, with the variables of `.env.local` as `next dev` reads them. Plain JavaScript, since
 * it runs where the tools of development are not installed. Where variables are set by other means, this is
 * `node .next/standalone/server.js` and nothing more.
 */

const given = process.argv.slice(2)
if (given.length > 0) {
  console.error(`npm start takes no arguments, and was given: ${given.join(' ')}`)
  console.error('Set PORT for another port, and HOSTNAME for another address to listen on: PORT=8080 npm start')
  process.exit(1)
}
const server = new URL('../.next/standalone/server.js', import.meta.url)
if (!existsSync(server)) {
  console.error('There is no build yet. Run: npm run build')
  process.exit(1)
}
const folder = fileURLToPath(new URL('..', import.meta.url))
nextEnv.loadEnvConfig(folder)
// The server runs in the folder of the build, which has a copy of `skin` as it was then. The folder itself is meant.
process.env.SKIN_DIR = resolve(folder, process.env.SKIN_DIR || 'skin')
// HOSTNAME is the address to listen on. Some shells set it to the name of the machine, which is not meant. A proxy on
// this machine reaches loopback, and nothing else needs to.
if (!process.env.HOSTNAME || process.env.HOSTNAME === hostname()) process.env.HOSTNAME = '127.0.0.1'
await import(server.href)
