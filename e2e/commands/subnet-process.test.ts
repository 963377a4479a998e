import { once } from 'node:events'
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it as baseIt, vi } from 'vitest'
import { appVariables } from '../harness/app-variables'
import { startAtTerminal } from '../harness/pseudo-terminal'
import { startRedis } from '../harness/redis'
import {
  bundled,
  endOf,
  linesOf,
  npm,
  ownSubnet,
  spawnSubnet,
  useBundle,
  variablesOf,
  type SubnetTest,
} from './test-subnet'

/* The process of a `subnet` command: its files of variables, its signals, its output, its terminal and its Redis. */

// Each test starts up to four processes, at the same time as other tests.
vi.setConfig({ testTimeout: 60_000 })

useBundle()
const it = baseIt.extend('test', ownSubnet)

const toEnvFile = (variables: Record<string, string>) =>
  Object.entries(variables)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('')

/** Writes a file of two task runs. */
function fileToUpload(folder: string): string {
  const file = join(folder, 'runs.csv')
  writeFileSync(file, 'task_id,event_id\n1,2\n3,4\n')
  return file
}

describe.concurrent('a subnet process', () => {
  /** Writes a file with the variables of another subnet, which has three users. */
  async function anotherSubnet({ folder, standIn, control }: SubnetTest) {
    const file = join(folder, 'another.env')
    await control.set({ data: { users: 3 } })
    writeFileSync(file, toEnvFile(variablesOf(standIn)))
    return { file, ofProcess: { ...standIn, baseUrl: 'http://127.0.0.1:1/', apiKey: 'key-of-the-process' } }
  }

  it('npm run subnet writes every balance of the subnet of --variables to a file', async ({ test }) => {
    const { file, ofProcess } = await anotherSubnet(test)
    const output = join(test.folder, 'balances.csv')
    const args = ['balances', '--variables', file, '--output', output]
    const { stderr, ...ended } = await endOf(spawnSubnet(ofProcess, args, { program: npm }))
    // npm may print a warning about the user's settings.
    expect({ ...ended, stderr: stderr.replaceAll(/^npm .*\n/gm, '') }).toEqual({ code: 0, stdout: '', stderr: '' })
    const { user_id, wallets } = await test.control.user(2)
    const [head, ...rows] = linesOf(readFileSync(output, 'utf8'))
    expect([head, rows.length]).toEqual(['wallet_address,user_id,current_period_points,all_time_points,bolts', 3])
    expect(rows.some((row) => row.startsWith(`${wallets[0]},${user_id},`))).toBe(true)
    expect(readdirSync(test.folder)).toEqual(['another.env', 'balances.csv'])
  })

  it('exits with an error when the file of --variables or one of its variables is missing', async ({ test }) => {
    const { file, ofProcess } = await anotherSubnet(test)
    const endedWith = (name: string) => endOf(spawnSubnet(ofProcess, ['balances', '--variables', name]))
    // The command ignores the variables of the process, even if the file lacks one.
    writeFileSync(file, `SUBNET_ID=${test.standIn.subnetId}\n`)
    const [missing, partial] = await Promise.all([endedWith(`${file}.no`), endedWith(file)] as const)
    const unreadable = /^--variables needs a file that can be read\. .*another\.env\.no/
    expect(missing).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(unreadable) as string })
    expect(partial).toMatchObject({ code: 2, stdout: '' })
    expect(partial.stderr).toContain('SERVICE_BASE_URL is missing')
  })

  it('sends nothing when Node does not follow the proxy that its file names', async ({ test }) => {
    const { file, ofProcess } = await anotherSubnet(test)
    appendFileSync(file, 'NODE_USE_ENV_PROXY=1\nHTTPS_PROXY=http://127.0.0.1:1\n')
    const ended = await endOf(spawnSubnet(ofProcess, ['key', '--variables', file]))
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain('NODE_USE_ENV_PROXY has no effect')
    expect(await test.control.received()).toEqual([])
  })

  it('reads .env.local of its folder', async ({ test }) => {
    writeFileSync(join(test.folder, '.env.local'), toEnvFile(variablesOf(test.standIn)))
    const unset = Object.fromEntries(Object.keys(variablesOf(test.standIn)).map((name) => [name, undefined]))
    const [node = '', script = ''] = bundled()
    const source = readFileSync(script, 'utf8').replaceAll('./subnet/', `${join(script, '..', 'subnet')}/`)
    writeFileSync(join(test.folder, 'subnet.mjs'), source)
    writeFileSync(join(test.folder, 'package.json'), '{}')
    const command = {
      program: [node, join(test.folder, 'subnet.mjs')],
      variables: unset as unknown as Record<string, string>,
    }
    expect(await endOf(spawnSubnet(test.standIn, ['key'], command))).toMatchObject({ code: 0, stderr: '' })
  })

  it('keeps the old file when a signal ends it early', async ({ test }) => {
    const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143, SIGKILL: null } as const
    await test.control.script('balances', { drop: 'hang', times: 4 })
    const commands = Object.entries(signals).map(([signal, code]) => {
      const folder = join(test.folder, signal)
      mkdirSync(folder)
      writeFileSync(join(folder, 'balances.csv'), 'of yesterday')
      const command = spawnSubnet(test.standIn, ['balances', '--output', join(folder, 'balances.csv')])
      return { signal: signal as keyof typeof signals, code, folder, command, exit: once(command, 'exit') }
    })
    await vi.waitFor(async () => expect(await test.control.received('balances')).toHaveLength(4), 30_000)
    for (const { signal, command } of commands) command.kill(signal)
    for (const { signal, code, folder, exit } of commands) {
      expect(await exit, signal).toEqual(code === null ? [null, signal] : [code, null])
      expect(readFileSync(join(folder, 'balances.csv'), 'utf8')).toBe('of yesterday')
      const others = readdirSync(folder).filter((name) => name !== 'balances.csv')
      // SIGKILL prevents any cleanup. The name marks the remaining file as temporary.
      expect(others).toEqual(code === null ? [expect.stringMatching(/^balances\.csv\.[0-9a-f]{8}\.tmp$/)] : [])
    }
  })

  it('ends quietly when the reader of its output closes the pipe', async ({ test }) => {
    await test.control.set({ data: { users: 5000 } })
    const command = spawnSubnet(test.standIn, ['balances'])
    const exit = once(command, 'exit')
    let stderr = ''
    command.stderr?.on('data', (chunk) => (stderr += String(chunk)))
    command.stdout?.once('data', () => command.stdout?.destroy())
    expect(await exit).toEqual([141, null])
    expect(stderr).toBe('')
  })

  it('exits with 1 and an error when the disk for its output is full', async ({ test }) => {
    const full = openSync('/dev/full', 'w')
    const { code, stderr } = await endOf(spawnSubnet(test.standIn, ['task-runs'], { stdout: full }))
    closeSync(full)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^.*ENOSPC.*\n$/) as string })
  })

  it('shows a table and its progress at a terminal, without colours when NO_COLOR is set', async ({ test }) => {
    const variables = { ...variablesOf(test.standIn), NO_COLOR: '1' }
    const terminal = startAtTerminal([...bundled(), 'balances'], { folder: test.folder, variables })
    expect(await terminal.ended()).toBe(0)
    expect(terminal.shown()).toMatch(/wallet_address +user_id +current_period_points/)
    expect(terminal.shown()).toContain('400 of 450 balances')
    // The command erases the progress before it writes a row.
    expect(terminal.raw()).toMatch(/200 of 450 balances\r +\r/)
    expect(terminal.raw()).not.toContain('\u001B')
  })

  it('uploads a file at a terminal only when the answer to its question is yes', async ({ test }) => {
    const [command, variables] = [[...bundled(), 'upload', fileToUpload(test.folder)], variablesOf(test.standIn)]
    const answers = [
      ['\r', 1, 0],
      // Ctrl-D and Ctrl-C.
      ['\u0004', 1, 0],
      ['\u0003', 130, 0],
      ['y\r', 0, 1],
    ] as const
    const terminals = answers.map(() => startAtTerminal(command, { folder: test.folder, variables }))
    const question = 'Upload runs.csv (25 bytes, rows: 2, columns: 2) to the staging environment? [y/N]'
    await Promise.all(terminals.map((terminal) => terminal.waitFor(question)))
    for (const [index, [answer, code, batches]] of answers.entries()) {
      terminals[index]?.type(answer)
      expect(await terminals[index]?.ended()).toBe(code)
      expect(await test.control.uploads()).toHaveLength(batches)
    }
  })

  it('deletes the data of a user at a terminal only when the answer to its question is yes', async ({
    test: { standIn, folder },
    onTestFinished,
  }) => {
    const redis = await startRedis()
    onTestFinished(() => redis.close())
    const variables = { ...appVariables({ standIn, port: 3000 }), REDIS_URL: redis.url, NODE_ENV: 'production' }
    const asked = ['n\r', 'y\r'].map((answer) => {
      const terminal = startAtTerminal([...bundled(), 'forget', 'ada'], { folder, variables })
      return { answer, terminal }
    })
    for (const { answer, terminal } of asked) {
      await terminal.waitFor('Delete the data of ada in the staging environment? You cannot undo this. [y/N]')
      terminal.type(answer)
      // Nothing is kept of this user.
      expect(await terminal.ended(), answer).toBe(answer === 'y\r' ? 3 : 1)
      expect(terminal.shown(), answer).toContain(answer === 'y\r' ? 'Nothing is kept' : 'Nothing was deleted.')
    }
  })

  it('shares earlier uploads and the limit of calls with the app when it has the environment of the app', async ({
    test,
    onTestFinished,
  }) => {
    const { standIn, control, folder } = test
    const file = fileToUpload(folder)
    const redis = await startRedis()
    onTestFinished(() => redis.close())
    const variables = { ...appVariables({ standIn, port: 3000 }), REDIS_URL: redis.url }
    const ended = (args: string[]) => endOf(spawnSubnet(standIn, args, { variables }))
    const key = ended(['key'])
    const first = await ended(['upload', file, '--yes'])
    expect(first).toMatchObject({ code: 0, stderr: 'Uploaded: 2 rows queued\n' })
    copyFileSync(file, join(folder, 'copy.csv'))
    const args = ['upload', join(folder, 'copy.csv'), '--yes']
    const second = await ended(args)
    expect(second).toMatchObject({ code: 3, stdout: '' })
    expect(second.stderr).toContain(`by subnet upload, as runs.csv`)
    expect(second.stderr).toContain(`Batch ID: ${first.stdout.trimEnd()}.`)
    expect(await control.uploads()).toHaveLength(1)
    expect(await ended([...args, '--again'])).toMatchObject({ code: 0 })
    expect(await control.uploads()).toHaveLength(2)

    expect(await key).toMatchObject({ code: 0, stderr: '' })
    expect(await control.received('confirm')).toHaveLength(1)
    const queue = await redis.command('GET', `subnet-connect:staging:${standIn.subnetId}:value:confirm-queue`)
    expect(Object.keys(JSON.parse(String(queue)).calls)).toHaveLength(1)
  })
})
