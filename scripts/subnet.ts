import './subnet/small-memory'
import { loadEnvironment } from './environment'
import { loadEnvFile, withoutEnvFile } from './subnet/env-file'
import { onStop } from './subnet/signals'

/*
 * `subnet <command>`: what the console gives staff, for an operator's servers. Like the app, it reads `.env.local`, or the
 * file of `--env-file`. The build bundles it into the standalone output, where `node subnet.mjs` runs without anything else installed.
 */

// A handler runs between two steps of the program, so that no signal ends it while it writes a file.
onStop((exitCode) => process.exit(exitCode))
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // A reader like `head` that has left has what it wanted. The exit code is the one of a shell for that.
  if (code !== 'EPIPE') console.error(message)
  process.exit(code === 'EPIPE' ? 141 : 1)
})

const { envFile, args } = withoutEnvFile(process.argv.slice(2))
if (envFile === undefined) loadEnvironment(import.meta.url)
else loadEnvFile(envFile, (await import('@/lib/config')).variableNames)
// The app's own lines would go to stdout.
process.env['LOG_LEVEL'] = 'silent'
const { runSubnet } = await import('./subnet/commands')
await runSubnet(args)
