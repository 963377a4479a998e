import { loadEnvironment, refuseIgnoredProxy } from './environment'
import { loadEnvFile, withoutEnvFile } from './subnet/env-file'
import { onStop } from './subnet/exit-codes'

/*
 * `subnet <command>` offers functions of the console to an operator's servers. Like the app, it reads `.env.local`, or
 * the file of `--variables`. The build bundles it as `subnet.mjs`, which needs no installation, into the standalone
 * output.
 */

// A signal handler runs between two steps of the program, so no signal ends the process while it writes a file.
onStop((exitCode) => process.exit(exitCode))

const { envFile, args } = withoutEnvFile(process.argv.slice(2))
if (envFile === undefined) loadEnvironment(import.meta.url)
else loadEnvFile(envFile, (await import('@/lib/config')).variableNames)
refuseIgnoredProxy()
// The app's log lines would go to stdout.
process.env['LOG_LEVEL'] = 'silent'
const { runSubnet } = await import('./subnet/commands')
await runSubnet(args)
