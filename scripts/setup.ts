import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { redirectAddressOf } from '../lib/auth/people'
import { namesSetByTheSystem, parseConfig, variableNames } from '../lib/config'
import { isNotUtf8, notUtf8, valuesOf } from '../lib/config/env-file.mjs'
import { differentLines } from './checks/env-files'
import { loginChecks } from './checks/logins'
import { judgeRedis } from './checks/redis'
import { judgeKey, judgeServiceAddress } from './checks/service'
import { runCommand, UsageError } from './command-line'
import { refuseIgnoredProxy } from './environment'
import { agreesTo, askAll } from './setup/ask'
import { unwritable, withValues, writeEnvFile, type Values } from './setup/env-file'
import { changesOf, loginIn, makeSecrets, replacesLogin, withLogin } from './setup/values'

const usage = `Makes the file with the variables that Subnet Connect needs, and checks them.

At a terminal it asks for each one without a default. Without a terminal, or with --yes, it takes them from the file
and from flags. .env.example explains the others.

  --set NAME=VALUE   a variable, as often as you like. Others on this machine can see it while the
                     command runs, and it stays in your shell's history: give secrets by --from-env
  --from-env         takes every variable of the app that is set in the environment
  --yes              writes the file without asking
  --no-check         does not check the values at the service, the login and Redis
  --file PATH        the file; default .env.local
  --help             this text

Values in the file stay unless you give new ones. Setup makes missing secrets. Users have one login, so a new login
replaces the one in the file.

Exit code: 0 if the file is written or was already right, 1 if a value is missing or wrong, 2 for wrong flags,
3 if you have not agreed to write the file, 130 after Ctrl-C, 141 if the reader of stdout has closed the pipe.
Unless it is 0 or 141, nothing is written.`

const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)))
const flags = {
  set: { type: 'string', multiple: true, default: [] as string[] },
  'from-env': { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  'no-check': { type: 'boolean', default: false },
  file: { type: 'string', default: join(projectFolder, '.env.local') },
} as const

refuseIgnoredProxy()
await runCommand(usage, flags, async (options) => {
  const { file, yes } = options
  const isAsking = process.stdin.isTTY && process.stdout.isTTY && !yes
  const example = readFileSync(join(projectFolder, '.env.example'), 'utf8')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  if (isNotUtf8(text ?? '')) throw new UsageError(`${file} ${notUtf8}.`)
  const present = valuesOf(text ?? '')

  const given = { ...(options['from-env'] && valuesOfProcess()), ...valuesSet(options.set) }
  const login = loginIn(given)
  const known = { ...(login ? withLogin(present, login) : present), ...given }
  if (isAsking) console.log('Subnet Connect: setup. Ctrl-C leaves everything as it is.')
  let { wanted, notes, faults } = await completed(isAsking ? await askAll(known, example) : known, options['no-check'])
  while (isAsking && faults.length > 0) {
    console.log(faults.join('\n'))
    if (!(await agreesTo('Enter the values again?'))) break
    ;({ wanted, notes, faults } = await completed(await askAll(wanted, example), options['no-check']))
  }
  const changes = changesOf(present, wanted)
  const contents = withValues(text || example, changes)
  const problems = [...problemsWith(wanted, changes), ...(isAsking ? [] : faults)]
  if (problems.length === 0) {
    const todo = `correct its lines in ${file} by hand, and start again.`
    problems.push(...misreadIn(contents, wanted).map((name) => `The app would read another value of ${name}: ${todo}`))
  }
  if (problems.length > 0) {
    console.error(`Not written:\n  ${problems.join('\n  ')}`)
    return 1
  }

  const hint = differentLines([{ path: file, contents }])
  if (hint) notes.push(hint.what, hint.todo)
  // Next reads it before .env.local.
  const first = join(dirname(file), '.env.production.local')
  const isSecond = basename(file) === '.env.local' && existsSync(first)
  const preferred = { 'This shell': process.env, [first]: isSecond ? valuesOf(readFileSync(first, 'utf8')) : {} }
  for (const [place, values] of Object.entries(preferred)) {
    const names = Object.keys(wanted).filter((name) => (values[name] ?? wanted[name]) !== wanted[name])
    if (names.length > 0) notes.push(`${place} has other values of ${names.join(', ')}, which npm start prefers.`)
  }
  if (Object.keys(changes).length === 0) {
    console.log([`${file} is right already. Nothing was written.`, ...notes].join('\n  '))
    return 0
  }
  if (replacesLogin(present, changes))
    notes.push('The login changes, so each user becomes a new user to the service, unless the IDs stay the same.')
  const lines = Object.entries(changes).map(([name, value]) => {
    const change = present[name] ? 'change' : 'new   '
    return `${value === '' ? 'empty ' : change}  ${name}`
  })
  console.log([`${file}:`, ...lines, ...notes].join('\n  '))
  if (!yes && !(isAsking && (await agreesTo(`Write ${file}?`)))) {
    console.error(`Nothing was written.${isAsking ? '' : ' Add --yes to write this.'}`)
    return 3
  }
  // The process ends here if stdout could not take the changes.
  await new Promise(setImmediate)
  writeEnvFile(file, contents)
  printNextSteps(file, wanted)
  return 0
})

/** Returns the app's variables in the environment. Variables of the system configure this command, not the app. */
function valuesOfProcess(): Values {
  const names = variableNames.filter((name) => !namesSetByTheSystem.includes(name) && process.env[name]?.trim())
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']))
}

function valuesSet(texts: readonly string[]): Values {
  const entries = texts.map((text) => {
    const [, name = '', value = ''] = /^([A-Z][A-Z0-9_]*)=(.*)$/s.exec(text) ?? []
    if (!variableNames.includes(name)) throw new UsageError('--set takes NAME=VALUE with a variable of .env.example.')
    return [name, value]
  })
  return Object.fromEntries(entries)
}

async function completed(answers: Values, isUnchecked: boolean) {
  const { made, notes } = makeSecrets(answers)
  const wanted = { ...answers, ...made }
  return { wanted, notes, faults: isUnchecked ? [] : await faultsOf(wanted) }
}

/** Names each value that the app refuses at its start, or else each change that the file cannot hold. */
function problemsWith(values: Values, changes: Values): string[] {
  const result = parseConfig(values)
  if (!result.ok) return result.problems.map(({ name, message }) => `${name} ${message}`)
  return Object.entries(changes).flatMap(([name, value]) => unwritable(name, value) ?? [])
}

/** Asks the service, the login and Redis about valid values. */
async function faultsOf(values: Values): Promise<string[]> {
  const result = parseConfig(values)
  if (!result.ok) return []
  const { config } = result
  const verdicts = await Promise.all([
    judgeServiceAddress(config.service.baseUrl),
    judgeKey(config.service, config.service),
    ...loginChecks(config).map(([, , judge]) => judge()),
    judgeRedis(config),
  ])
  return verdicts.flatMap(({ state, what, todo }) => (state === 'wrong' ? [`${what} ${todo}`] : []))
}

/** Names the variables that the app's reader reads from the text of a file with other values. */
function misreadIn(contents: string, wanted: Values): string[] {
  const read = valuesOf(contents)
  return Object.keys({ ...changesOf(read, wanted), ...changesOf(wanted, read) })
}

function printNextSteps(file: string, { NEXTAUTH_URL = '', LOGIN_PROVIDER, ...values }: Values): void {
  const { origin } = new URL(NEXTAUTH_URL)
  const clients = {
    [LOGIN_PROVIDER ?? '']: LOGIN_PROVIDER,
    oidc: values['OIDC_ISSUER'],
    console: values['CONSOLE_OIDC_ISSUER'],
  }
  const todo = [
    `Register ${origin}/connect as the connect URL at the service.`,
    ...Object.entries(clients).flatMap(([name, place]) =>
      place ? [`Register ${redirectAddressOf({ origin }, name)} as the redirect URL at ${place}.`] : [],
    ),
    ...(values['LOGIN_URL']
      ? [`Have your site send people to ${origin}/signin/return with a token. See docs/operate/login/own-site.md.`]
      : []),
    `Set what else you need in ${file}: .env.example explains each variable, such as CONSOLE_USERS.`,
    'On this machine: npm run build, npm start and npm run doctor. A changed variable or skin will need only a restart.',
    'On another machine: go on with its guide in docs/deploy.',
  ]
  console.log(`
Written. Keep a copy of it where you keep secrets.

${todo.map((line, index) => `  ${index + 1}. ${line}`).join('\n')}`)
}
