import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import * as prompts from '@clack/prompts'
import { namesSetByTheSystem, variableNames } from '../lib/config'
import { isKnown, problemsWith } from './setup/answers'
import { askAll, CancelledError, confirmWriting } from './setup/ask'
import { readEnvFile, UnwritableError, valuesOf, withValues, writeEnvFile, type Values } from './setup/env-file'
import { problemsWithGiven } from './setup/given'
import { changesOf, describeChanges } from './setup/plan'
import { makeSecrets } from './setup/secrets'

/*
 * `npm run setup`: makes the file of variables that the app reads. At a terminal it asks, elsewhere it takes flags.
 * Nothing is written before the end, and then the whole file at once.
 */

const exitCodes = { written: 0, notRight: 1, usage: 2, notConfirmed: 3, cancelled: 130 } as const

const usage = `Makes the file with the variables that Subnet Connect needs, and checks them.

At a terminal it asks for each. Elsewhere, or with --yes, it takes them from the file and from flags.

  --set NAME=VALUE   a variable, as often as you like. Others on this machine can see it while the
                     command runs, and it stays in your shell's history: give secrets by --from-env
  --from-env         takes every variable of the app that is set in the environment
  --yes              writes the file without asking
  --no-check         does not ask the service, the login or Redis
  --file PATH        the file; default .env.local
  --help             this text

What the file has stays, unless it is given anew; missing secrets are made.

Exit code: 0 where the file is written or was right already, 1 where a value is missing or wrong, 2 for wrong flags,
3 where nobody has said that it may be written, 130 after Ctrl-C. Unless it is 0, nothing is written.`

class UsageError extends Error {}

const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)))

function readOptions() {
  try {
    return parseArgs({
      options: {
        set: { type: 'string', multiple: true, default: [] },
        'from-env': { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        'no-check': { type: 'boolean', default: false },
        file: { type: 'string', default: join(projectFolder, '.env.local') },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

type Options = ReturnType<typeof readOptions>

/** What flags and environment give. */
function givenValues(options: Options): Values {
  const values: Values = {}
  if (options['from-env']) {
    for (const name of variableNames) {
      const value = process.env[name]
      // Those say how this command runs, not the app.
      if (value?.trim() && !namesSetByTheSystem.includes(name)) values[name] = value
    }
  }
  for (const text of options.set) {
    const [, name = '', value = ''] = /^([A-Z][A-Z0-9_]*)=(.*)$/s.exec(text) ?? []
    if (!isKnown(name)) throw new UsageError('--set takes NAME=VALUE with a variable of .env.example.')
    values[name] = value
  }
  return values
}

async function setUp(options: Options): Promise<number> {
  const { file } = options
  const text = readEnvFile(file)
  const present = text === undefined ? {} : valuesOf(text)
  const isAsking = process.stdin.isTTY && process.stdout.isTTY && !options.yes

  const known = { ...present, ...givenValues(options) }
  if (isAsking) prompts.intro('Subnet Connect: setup. Ctrl-C leaves everything as it is.')
  const answers = isAsking ? await askAll(known) : known
  const { made, notes } = makeSecrets(answers)
  const wanted = { ...answers, ...made }

  const problems = isAsking
    ? problemsWith(wanted).map(({ name, message }) => `${name} ${message}`)
    : await problemsWithGiven(wanted, { isChecked: !options['no-check'] })
  if (problems.length > 0) {
    console.error(['Not written:', ...problems.map((problem) => `  ${problem}`)].join('\n'))
    return exitCodes.notRight
  }

  const changes = changesOf(present, wanted)
  if (Object.keys(changes).length === 0) {
    console.log(`${file} is right already. Nothing was written.`)
    return exitCodes.written
  }
  const newText = withValues(text ?? readEnvFile(join(projectFolder, '.env.example')) ?? '', changes)
  console.log([`${file}:`, ...describeChanges(present, changes), ...notes].map((line) => `  ${line}`).join('\n'))
  const isConfirmed = options.yes || (isAsking && (await confirmWriting(file)))
  if (!isConfirmed) {
    console.error(`Nothing was written.${isAsking ? '' : ' Add --yes to write this.'}`)
    return exitCodes.notConfirmed
  }
  writeEnvFile(file, newText)
  sayWhatIsNext(wanted)
  return exitCodes.written
}

function sayWhatIsNext({ NEXTAUTH_URL = '' }: Values): void {
  const { origin } = new URL(NEXTAUTH_URL)
  console.log(`
Written, for your eyes alone (mode 0600). Keep a copy of it where you keep secrets.

  1. Register ${origin}/connect as the connect URL at the service.
  2. npm run build
  3. npm start
  4. npm run doctor`)
}

try {
  const options = readOptions()
  if (options.help) console.log(usage)
  else process.exitCode = await setUp(options)
} catch (error) {
  if (error instanceof CancelledError) {
    prompts.cancel('Nothing was written.')
    process.exitCode = exitCodes.cancelled
  } else if (error instanceof UsageError) {
    console.error(`${error.message}\n\n${usage}`)
    process.exitCode = exitCodes.usage
  } else if (error instanceof UnwritableError) {
    console.error(`Not written: ${error.message}`)
    process.exitCode = exitCodes.notRight
  } else {
    throw error
  }
}
