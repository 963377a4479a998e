import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { isReadable, listConversions, listResourcesByWallet, walkBalances, type ServiceAccess } from '@/lib/service'
import { startAtTerminal } from './harness/pseudo-terminal'
import { defaultNames } from './stand-in/settings'
import { demoWallets, type StandIn } from './stand-in/start'
import { bundled, listOf, npm, runSubnet, spawnSubnet, startForTest, useSubnet, variablesOf } from './test-subnet'

/* The commands of `subnet` that read lists, and the common behaviour of all commands. */

useSubnet()

const accessOf = (standIn: StandIn): ServiceAccess => ({ ...standIn, names: defaultNames })
const linesOf = (output: string) => output.trimEnd().split(/\r?\n/)
const toEnvFile = (variables: Record<string, string>) =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
const balanceHeader = 'wallet_address,user_id,current_period_points,all_time_points,bolts'

describe.concurrent('the lists of subnet', { timeout: 60_000 }, () => {
  it('balances writes every balance to the file, with all digits of the service', async () => {
    const { standIn, folder, control } = await startForTest()
    await control.set({ data: { users: 450 }, quirks: { hugeNumbers: true } })
    const file = join(folder, 'balances.csv')
    const ended = await runSubnet(standIn, ['balances', '--output', file], { program: npm })
    // npm may print a warning about the user's settings.
    expect({ ...ended, stderr: ended.stderr.replaceAll(/^npm .*\n/gm, '') }).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })

    const expected = []
    for await (const event of walkBalances(accessOf(standIn))) {
      if (event.kind === 'page') expected.push(...event.page.items.filter(isReadable))
    }
    expect(expected).toHaveLength(450)
    expect(linesOf(readFileSync(file, 'utf8'))).toEqual([
      balanceHeader,
      ...expected.map((each) =>
        [each.wallet_address, each.user_id, each.current_period_points, each.all_time_points, each.bolts].join(','),
      ),
    ])
    expect(readdirSync(folder)).toEqual(['balances.csv'])
  })

  it('conversions and breakdowns write one object per line for the dates when the format is jsonl', async () => {
    const { standIn } = await startForTest()
    const { items } = await listConversions(accessOf(standIn), { page: 3, limit: 1 })
    const [wanted] = items.filter(isReadable)
    const day = wanted?.converted_at.slice(0, 10) ?? ''
    const args = ['--from', day, '--until', day, '--format', 'jsonl']
    const conversions = await runSubnet(standIn, ['conversions', ...args])
    expect(conversions).toMatchObject({ code: 0, stderr: '' })
    expect(linesOf(conversions.stdout).map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        conversion_id: wanted?.conversion_id,
        user_breakdown_entries: wanted?.breakdown.entries,
      }),
    ])
    const breakdowns = await runSubnet(standIn, ['breakdowns', ...args])
    expect(breakdowns).toMatchObject({ code: 0, stderr: '' })
    const entries = linesOf(breakdowns.stdout)
    expect(entries).toHaveLength(wanted?.breakdown.entries ?? 0)
    expect(JSON.parse(entries[0] ?? '')).toMatchObject({ conversion_number: 1 })
  })

  it('task-runs writes the pending runs, and with --stuck only the stuck ones, with exit code 3', async () => {
    const { standIn } = await startForTest()
    const all = await runSubnet(standIn, ['task-runs'])
    expect(all).toMatchObject({ code: 0, stderr: '' })
    const stuck = await runSubnet(standIn, ['task-runs', '--stuck'], { variables: { STUCK_AFTER_MINUTES: '60' } })
    const [header = '', ...runs] = linesOf(stuck.stdout)
    expect(stuck).toMatchObject({ code: 3, stderr: `Stuck task runs: ${runs.length}.\n` })
    const column = header.split(',').indexOf('seconds_since_update')
    for (const run of runs) expect(Number(run.split(',')[column])).toBeGreaterThan(3600)
    expect(runs.length).toBeLessThan(linesOf(all.stdout).length - 1)
  })

  it.each([{ program: bundled }, { program: () => npm }])(
    'a command reads the subnet of --env-file when the process has the variables of another subnet',
    async ({ program }) => {
      const [{ standIn: north }, { standIn: south, folder, control }] = [await startForTest(), await startForTest()]
      await control.set({ data: { users: 3 } })
      const file = join(folder, 'south.env')
      writeFileSync(file, toEnvFile(variablesOf(south)))
      const args = ['balances', '--env-file', file]
      const { code, stdout, stderr } = await runSubnet(north, args, { program: program() })
      expect([code, stderr.replaceAll(/^npm .*\n/gm, '')]).toEqual([0, ''])
      expect(linesOf(stdout)).toHaveLength(4)
      const missing = await runSubnet(north, ['balances', '--env-file', `${file}.no`], { program: program() })
      // The command ignores the variables of the process, even if the file lacks one.
      writeFileSync(file, `SUBNET_ID=${south.subnetId}\n`)
      const partial = await runSubnet(north, args, { program: program() })
      expect([partial.code, partial.stdout]).toEqual([2, ''])
      expect(partial.stderr).toContain('SERVICE_BASE_URL is missing')
      // Node 20 itself exits with 9 when the file does not exist.
      expect([2, 9]).toContain(missing.code)
      expect(missing.stderr).toContain(`${file}.no`)
      expect(missing.stdout).toBe('')
    },
  )

  it('task-runs --stuck exits with 0 when no run is stuck', async () => {
    const { standIn, control } = await startForTest()
    await control.script('pending', { json: { status: 'success', data: { task_runs: [], count: 0, limit: 100 } } })
    const { code, stdout, stderr } = await runSubnet(standIn, ['task-runs', '--stuck'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(linesOf(stdout)).toHaveLength(1)
  })

  it('task-runs exits with 4 when the service has more runs than it lists', async () => {
    const { standIn, control } = await startForTest()
    await control.set({ data: { openRuns: 150 } })
    const { code, stdout, stderr } = await runSubnet(standIn, ['task-runs'])
    expect(code).toBe(4)
    expect(linesOf(stdout)).toHaveLength(101)
    expect(stderr).toMatch(/^The service lists only the first 100 pending runs/)
  })

  it('task-runs --stuck exits with 4 when a run that may be stuck cannot be read', async () => {
    const { standIn, control } = await startForTest()
    await control.script('pending', { json: { status: 'success', data: { task_runs: [{}], count: 1, limit: 100 } } })
    const { code, stderr } = await runSubnet(standIn, ['task-runs', '--stuck'])
    expect({ code, stderr }).toEqual({ code: 4, stderr: 'task runs: 1 cannot be read and is left out.\n' })
  })

  it('resources writes the resources of the account, and exits with 1 when no account has the wallet', async () => {
    const { standIn } = await startForTest()
    const [address = ''] = demoWallets
    const known = await runSubnet(standIn, ['resources', '--format', 'jsonl', address])
    expect(known).toMatchObject({ code: 0, stderr: '' })
    const resources = await listResourcesByWallet(accessOf(standIn), address)
    expect(linesOf(known.stdout).map((line) => JSON.parse(line) as unknown)).toEqual(
      resources.map(() => expect.objectContaining({ id: expect.any(String) as string })),
    )
    const unknown = await runSubnet(standIn, ['resources', '1'.repeat(32)])
    expect(unknown).toMatchObject({ code: 1, stdout: '' })
    expect(unknown.stderr).toMatch(/^No account has this wallet\. Check the address\./)
  })

  it.each([
    [['resources'], 'Enter a wallet address.'],
    [['resources', 'x'.repeat(5000)], 'That’s too long for a wallet address.'],
    [['balances', 'super-secret'], 'There are too many arguments.'],
    [['balances', '--format', 'xml'], '--format must be one of csv, jsonl, table.'],
    [['balances', '--output', '/dev/null'], '/dev/null is not a file.'],
    [['conversions', '--from', 'yesterday'], '--from must be a date like 2026-01-31.'],
    [['task-runs', '--super-secret'], 'There is no such flag.'],
    [['balance'], 'There is no such command.'],
    [[], 'A command is missing.'],
  ])('%j exits with 2, sends no request and shows the usage', async (args, message) => {
    const { standIn, control } = await startForTest()
    const { code, stdout, stderr } = await runSubnet(standIn, args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(message)
    expect(stderr).toContain('Exit codes:')
    expect(stderr).not.toContain('super-secret')
    for (const operation of ['balances', 'conversions', 'pending', 'resources'] as const) {
      expect(await control.received(operation)).toEqual([])
    }
  })
})

describe.concurrent('a subnet command', { timeout: 60_000 }, () => {
  it('shows its examples and the exit codes with --help', async () => {
    const { standIn } = await startForTest()
    const { code, stdout } = await runSubnet(standIn, ['--help'])
    expect(code).toBe(0)
    const commands = [...stdout.matchAll(/^ {2}([a-z-]+) {2,}[a-z]/gm)].map(([, name = '']) => name)
    expect(commands).toHaveLength(10)
    for (const name of commands) {
      const help = await runSubnet(standIn, [name, '--help'])
      expect(help).toMatchObject({ code: 0, stderr: '' })
      expect(help.stdout).toMatch(new RegExp(`^subnet ${name}`))
      expect(help.stdout).toMatch(new RegExp(`Examples?:\\n {2}subnet ${name}`))
      expect(help.stdout).toMatch(/ 4 {2}incomplete/)
    }
  })

  it('exits with 2 and names the variable when one of the four required variables is missing', async () => {
    const { standIn } = await startForTest()
    const variables = { SERVICE_ENVIRONMENT: '' }
    const { code, stdout, stderr } = await runSubnet(standIn, ['balances'], { variables })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('SERVICE_ENVIRONMENT is missing')
    expect(stderr).not.toContain('NEXTAUTH')
    expect(stderr).not.toContain(standIn.apiKey)
  })

  it('reads .env.local of its folder', async () => {
    const { standIn, folder } = await startForTest()
    const variables = Object.entries(variablesOf(standIn)).map(([name, value]) => `${name}='${value}'`)
    writeFileSync(join(folder, '.env.local'), variables.join('\n'))
    const unset = Object.fromEntries(Object.keys(variablesOf(standIn)).map((name) => [name, undefined]))
    const [node = '', script = ''] = bundled()
    const source = readFileSync(script, 'utf8').replaceAll('./subnet/', `${join(script, '..', 'subnet')}/`)
    writeFileSync(join(folder, 'subnet.mjs'), source)
    writeFileSync(join(folder, 'package.json'), '{}')
    const command = {
      program: [node, join(folder, 'subnet.mjs')],
      variables: unset as unknown as Record<string, string>,
    }
    expect(await runSubnet(standIn, ['key'], command)).toMatchObject({ code: 0, stderr: '' })
  })

  it('exits with 1 and does not show the key when the service refuses it', async () => {
    const { standIn, folder } = await startForTest()
    const apiKey = 'another-key-than-that-of-the-subnet'
    const args = ['balances', '--output', join(folder, 'balances.csv')]
    const { code, stdout, stderr } = await runSubnet({ ...standIn, apiKey }, args)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('The API key wasn’t accepted')
    expect(stderr).not.toContain(apiKey)
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([
    ['is down', { drop: 'reset' }, 'Couldn’t reach the service'],
    ['is silent', { drop: 'hang' }, 'The service didn’t answer in time'],
    ['answers with 500', { status: 500, text: 'super-secret' }, 'The service has a problem'],
    ['answers with HTML', { status: 200, text: '<html>super-secret' }, 'The answer isn’t from the service'],
    ['cuts its answer', { drop: 'truncate', json: { status: 'success' } }, 'Couldn’t reach the service'],
  ] as const)(
    'exits with 1, reports the problem and keeps the old file when the service %s',
    async (_, answer, message) => {
      const { standIn, folder, control } = await startForTest()
      await control.script('balances', { ...answer, times: 5 })
      const file = join(folder, 'balances.csv')
      writeFileSync(file, 'of yesterday')
      const variables = { SERVICE_DEADLINE_SECONDS: '2' }
      const { code, stdout, stderr } = await runSubnet(standIn, ['balances', '--output', file], { variables })
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toContain(message)
      expect(stderr).not.toContain('super-secret')
      expect(readFileSync(file, 'utf8')).toBe('of yesterday')
      expect(readdirSync(folder)).toEqual(['balances.csv'])
    },
  )

  it.each([
    ['balances', 'balances', balanceHeader],
    ['task-runs', 'pending', 'task_run_id,'],
  ] as const)('%s waits and reports the wait when the service limits the rate', async (command, operation, header) => {
    const { standIn, control } = await startForTest()
    await control.script(operation, { status: 429, headers: { 'Retry-After': '1' }, json: { error: 'Too many' } })
    const { code, stdout, stderr } = await runSubnet(standIn, [command])
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'The service asks to wait 1 s.\n' })
    expect(stdout.startsWith(header)).toBe(true)
  })

  it.each([
    ['balances', 'balances'],
    ['task-runs', 'pending'],
  ] as const)(
    '%s exits with 1 when the service asks to wait for longer than SERVICE_MAX_PAUSE_SECONDS',
    async (command, operation) => {
      const { standIn, control } = await startForTest()
      await control.script(operation, { status: 429, headers: { 'Retry-After': '30' }, json: { error: 'Too many' } })
      const variables = { SERVICE_MAX_PAUSE_SECONDS: '20' }
      const { code, stdout, stderr } = await runSubnet(standIn, [command], { variables })
      expect({ code, stdout: stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toContain('Too many requests')
    },
  )

  it('exits with 4 and writes no file when the list has fewer records than its total', async () => {
    const { standIn, folder, control } = await startForTest()
    const balance = { user_id: 'u', wallet_address: 'w', current_period_points: 1, all_time_points: 2, bolts: 3 }
    await control.script('balances', { status: 200, text: listOf('balances', [balance], 3) })
    await control.script('balances', { status: 200, text: listOf('balances', [], 3) })
    const args = ['balances', '--output', join(folder, 'balances.csv')]
    const { code, stderr } = await runSubnet(standIn, args)
    expect(code).toBe(4)
    expect(stderr).toContain('The list doesn’t add up')
    expect(readdirSync(folder)).toEqual([])
  })

  it('exits with 4 and omits unreadable records', async () => {
    const { standIn, control } = await startForTest()
    await control.set({ data: { users: 40 }, quirks: { nullsEvery: 20 } })
    const { code, stdout, stderr } = await runSubnet(standIn, ['balances'])
    expect({ code, stderr }).toEqual({ code: 4, stderr: 'balances: 2 cannot be read and are left out.\n' })
    expect(linesOf(stdout)).toHaveLength(39)
  })

  it('exits with 4 and names the variables when the service ignores the dates', async () => {
    const { standIn, control } = await startForTest()
    await control.set({ quirks: { ignoresUnknown: true }, data: { conversions: 30 } })
    const variables = { SERVICE_PARAM_FROM: 'since' }
    const { code, stderr } = await runSubnet(standIn, ['conversions', '--from', '2026-06-01'], { variables })
    expect(code).toBe(4)
    expect(stderr).toContain('Check SERVICE_PARAM_FROM')
  })

  it.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGKILL', null],
  ] as const)('keeps the old file when %s ends it early', async (signal, code) => {
    const { standIn, folder, control } = await startForTest()
    const file = join(folder, 'balances.csv')
    writeFileSync(file, 'of yesterday')
    const command = spawnSubnet(standIn, ['balances', '--output', file])
    const exit = once(command, 'exit')
    await vi.waitFor(async () => expect((await control.received('balances')).length).toBeGreaterThan(3), 30_000)
    command.kill(signal)
    expect(await exit).toEqual(code === null ? [null, signal] : [code, null])
    expect(readFileSync(file, 'utf8')).toBe('of yesterday')
    const others = readdirSync(folder).filter((name) => name !== 'balances.csv')
    // SIGKILL prevents any cleanup. The name marks the remaining file as temporary.
    expect(others).toEqual(code === null ? [expect.stringMatching(/^balances\.csv\.[0-9a-f]{8}\.tmp$/)] : [])
    rmSync(file)
  })

  it('ends quietly when the reader of its output closes the pipe', async () => {
    const { standIn } = await startForTest()
    const command = spawnSubnet(standIn, ['balances'])
    const [stderr, exit] = [text(command.stderr ?? failed()), once(command, 'exit')]
    command.stdout?.once('data', () => command.stdout?.destroy())
    expect(await exit).toEqual([141, null])
    expect(await stderr).toBe('')
  })

  it('exits with 1 and an error when the disk for its output is full', async () => {
    const { standIn } = await startForTest()
    const full = openSync('/dev/full', 'w')
    const { code, stderr } = await runSubnet(standIn, ['balances'], { stdout: full })
    closeSync(full)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^.*ENOSPC.*\n$/) as string })
  })

  it('shows a table and its progress at a terminal, without colours when NO_COLOR is set', async () => {
    const { standIn, folder, control } = await startForTest()
    await control.set({ data: { users: 450 } })
    const variables = { ...variablesOf(standIn), NO_COLOR: '1' }
    const terminal = startAtTerminal([...bundled(), 'balances'], { folder, variables })
    expect(await terminal.ended()).toBe(0)
    expect(terminal.shown()).toMatch(/wallet_address +user_id +current_period_points/)
    expect(terminal.shown()).toContain('400 of 450 balances')
    // The command erases the progress before it writes a row.
    expect(terminal.raw()).toMatch(/200 of 450 balances\r +\r/)
    expect(terminal.raw()).not.toContain('\u001B')
  })
})

function failed(): never {
  throw new Error('The command has no stderr.')
}
