import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import nextEnv from '@next/env'
import { cutVariables } from '../lib/config/env-file.mjs'

/*
 * `npm start` runs the last build with the variables of `.env.local`, as `next dev` reads them. It is plain JavaScript,
 * because it runs without development tools. Unlike `node .next/standalone/server.js`, it listens on loopback by
 * default, and reads `skin` of this project.
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
const cut = cutVariables(nextEnv.loadEnvConfig(folder).loadedEnvFiles)
if (cut.length > 0) {
  for (const { name, message } of cut) console.error(`${name} ${message}.`)
  process.exit(1)
}
// The server runs in the folder of the build. The copy of `skin` there is older, so use the original folder.
// A value that begins with a blank or a quote stays, so that the app refuses it by name.
const skin = process.env.SKIN_DIR || 'skin'
if (!/^[\s\p{Cf}"']/u.test(skin)) process.env.SKIN_DIR = resolve(folder, skin)
// The server listens at HOSTNAME, but some shells set it to the name of the machine. The default is loopback, because
// only a proxy on this machine needs to reach the server.
if (!process.env.HOSTNAME || process.env.HOSTNAME === hostname()) process.env.HOSTNAME = '127.0.0.1'
await import(server.href)
