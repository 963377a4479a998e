import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { listConversions, listResourcesByWallet, orThrow } from '@/lib/service'
import { balance } from '@/lib/service/test-support'
import { demoWallets } from '../stand-in/start'
import { accessOf, linesOf, listOf, runSubnet, useSubnet } from './test-subnet'

/* The commands of `subnet` that read lists, and the common behaviour of all commands, in this process. */

const test = useSubnet()

const run = (args: readonly string[], variables?: Record<string, string>) => runSubnet(test.standIn, args, variables)
const jsonLinesOf = (output: string) => linesOf(output).map((line) => JSON.parse(line) as unknown)
const balanceHeader = 'wallet_address,user_id,current_period_points,all_time_points,bolts'
const tooMany = (seconds: string) => ({ status: 429, headers: { 'Retry-After': seconds }, json: { error: 'Too many' } })

/** Returns a conversion of the service, and the flags of its day. */
async function oneConversion() {
  const { items } = orThrow(await listConversions(accessOf(test.standIn), { page: 3, limit: 1 }))
  const day = items[0]?.converted_at.slice(0, 10) ?? ''
  return {
    id: items[0]?.conversion_id,
    entries: items[0]?.user_breakdown.length ?? 0,
    ofDay: ['--from', day, '--until', day],
  }
}

describe('the lists of subnet', () => {
  it('conversions and breakdowns write one object per line for the dates when the format is jsonl', async () => {
    const { id, entries, ofDay } = await oneConversion()
    const conversions = await run(['conversions', ...ofDay, '--format', 'jsonl'])
    expect(conversions).toMatchObject({ code: 0, stderr: '' })
    expect(jsonLinesOf(conversions.stdout)).toMatchObject([{ conversion_id: id, user_breakdown_entries: entries }])
    const breakdowns = await run(['breakdowns', ...ofDay, '--format', 'jsonl'])
    expect(breakdowns).toMatchObject({ code: 0, stderr: '' })
    const lines = jsonLinesOf(breakdowns.stdout)
    expect(lines).toHaveLength(entries)
    expect(lines[0]).toMatchObject({ conversion_number: 1 })
  })

  it.each(['conversions', 'breakdowns', 'reconcile'])(
    '%s exits with 4 when the service ignores the dates, because it has other names for them',
    async (command) => {
      const { ofDay } = await oneConversion()
      await test.control.set({ quirks: { ignoresUnknown: true } })
      const other = { SERVICE_PARAM_FROM: 'after', SERVICE_PARAM_UNTIL: 'before' }
      const { code, stderr } = await run([command, ...ofDay], other)
      expect(code).toBe(4)
      expect(stderr).toMatch(
        /\d conversions are outside the dates, so the service seems to ignore them\. Check SERVICE_PARAM_FROM and SERVICE_PARAM_UNTIL\./,
      )
    },
  )

  it('task-runs writes the pending runs, and with --stuck only the stuck ones, with exit code 3', async () => {
    const all = await run(['task-runs'])
    expect(all).toMatchObject({ code: 0, stderr: '' })
    const stuck = await run(['task-runs', '--stuck'], { STUCK_AFTER_MINUTES: '60' })
    const [header = '', ...runs] = linesOf(stuck.stdout)
    expect(stuck).toMatchObject({ code: 3, stderr: `Stuck task runs: ${runs.length}.\n` })
    const column = header.split(',').indexOf('seconds_since_update')
    for (const run of runs) expect(Number(run.split(',')[column])).toBeGreaterThan(3600)
    expect(runs.length).toBeLessThan(linesOf(all.stdout).length - 1)
  })

  it('task-runs --stuck exits with 0 when no run is stuck, and with 4 when one cannot be read', async () => {
    for (const [count, code, stderr] of [
      [0, 0, ''],
      [1, 4, '1 row could not be read, because a field is missing or has another type than the service promises.\n'],
    ] as const) {
      const data = { task_runs: Array.from({ length: count }, () => ({})), count, limit: 100 }
      await test.control.script('pending', { json: { status: 'success', data } })
      const { stdout, ...ended } = await run(['task-runs', '--stuck'])
      expect(ended).toEqual({ code, stderr })
      expect(linesOf(stdout)).toHaveLength(1)
    }
  })

  it('task-runs exits with 4 when the service has more runs than it lists', async () => {
    await test.control.set({ data: { openRuns: 150 } })
    const { code, stdout, stderr } = await run(['task-runs'])
    expect(code).toBe(4)
    expect(linesOf(stdout)).toHaveLength(101)
    expect(stderr).toMatch(/^The service lists only the first 100 pending runs/)
  })

  it('resources writes the resources of the account, and exits with 1 when no account has the wallet', async () => {
    const [address = ''] = demoWallets
    const known = await run(['resources', '--format', 'jsonl', `\u200b${address}\u2069`])
    expect(known).toMatchObject({ code: 0, stderr: '' })
    const { items: resources } = orThrow(await listResourcesByWallet(accessOf(test.standIn), address))
    expect(jsonLinesOf(known.stdout)).toMatchObject(resources.map(({ id }) => ({ id })))
    const unknown = await run(['resources', '1'.repeat(32)])
    expect(unknown).toMatchObject({ code: 1, stdout: '' })
    expect(unknown.stderr).toMatch(/^No account has this wallet\. Check the address\./)
  })

  it('exit with 2, send no request and show the usage when an argument is wrong', async () => {
    for (const [args, message] of [
      [['resources'], 'Enter a wallet address.'],
      [['resources', 'x'.repeat(5000)], 'That’s too long for a wallet address.'],
      [['balances', 'super-secret'], 'There are too many arguments.'],
      [['balances', '--format', 'xml'], '--format must be one of csv, jsonl, table.'],
      [['conversions', '--from', 'yesterday'], '--from must be a date like 2026-01-31.'],
      [['reconcile', '--from', '2026-06-31'], '--from must be a date like 2026-01-31.'],
      [['breakdowns', '--until', ''], '--until must be a date like 2026-01-31.'],
      [['reconcile', '--from', '2026-07-01', '--until', '2026-06-30'], '--from is later than --until.'],
      [['task-runs', '--super-secret'], 'There is no such flag.'],
      [['balance'], 'There is no such command.'],
      [[], 'A command is missing.'],
    ] as const) {
      const { stderr, ...ended } = await run(args)
      expect(ended, message).toEqual({ code: 2, stdout: '' })
      expect(stderr).toContain(message)
      expect(stderr, message).toContain('Exit codes:')
      expect(stderr).not.toContain('super-secret')
    }
    expect(await test.control.received()).toEqual([])
  })
})

describe('a subnet command', () => {
  it('shows its examples and the exit codes with --help', async () => {
    const { code, stdout } = await run(['--help'])
    expect(code).toBe(0)
    const commands = [...stdout.matchAll(/^ {2}([a-z-]+) {2,}[a-z]/gm)].map(([, name = '']) => name)
    expect(commands).toHaveLength(10)
    for (const name of commands) {
      const help = await run([name, '--help'])
      expect(help, name).toMatchObject({ code: 0, stderr: '' })
      expect(help.stdout).toMatch(new RegExp(`^subnet ${name}`))
      expect(help.stdout).toMatch(new RegExp(`Examples?:\\n {2}subnet ${name}`))
      expect(help.stdout, name).toMatch(/ 4 {2}incomplete/)
    }
  })

  it('exits with 2 and names the variable when one of the four required variables is missing', async () => {
    const { stderr, ...ended } = await run(['balances'], { SERVICE_ENVIRONMENT: '' })
    expect(ended).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('SERVICE_ENVIRONMENT is missing')
    expect(stderr).not.toContain('NEXTAUTH')
    expect(stderr).not.toContain(test.standIn.apiKey)
  })

  it.each([
    ['balances', 'balances'],
    ['conversions', 'conversions'],
    ['breakdowns', 'conversions'],
    ['reconcile', 'conversions'],
    ['task-runs', 'pending'],
    ['resources', 'resources', '1'.repeat(32)],
  ] as const)(
    '%s shows the text of a refusal safely, and no text with the key',
    async (command, operation, ...args) => {
      const error = `Key \u001B[31mrevoked\u0007\n\u202Eby ada ${'x'.repeat(600)}`
      await test.control.script(operation, { status: 403, json: { error } })
      const { stderr, ...ended } = await run([command, ...args])
      expect(ended).toEqual({ code: 1, stdout: '' })
      expect(stderr.split('\n').at(-2)).toMatch(/^The service says: “Key  ?\[31mrevoked by ada x{400,500}…”$/)
      for (const character of ['\u001B', '\u0007', '\u202E']) expect(stderr).not.toContain(character)
      await test.control.script(operation, { status: 403, json: { error: `No access with ${test.standIn.apiKey}` } })
      expect((await run([command, ...args])).stderr).not.toMatch(/The service says|No access with/)
    },
  )

  // lib/console/problem.test.ts has each problem.
  it.each([
    ['is silent', { drop: 'hang' }, { SERVICE_DEADLINE_SECONDS: '1' }, 'The service didn’t answer in time'],
    ['answers with HTML', { status: 200, text: '<html>super-secret' }, {}, 'Something between us and the service'],
  ] as const)(
    'exits with 1, reports the problem and keeps the old file when the service %s',
    async (_, answer, variables, message) => {
      await test.control.script('balances', { ...answer, times: 5 })
      const file = join(test.folder, 'balances.csv')
      writeFileSync(file, 'of yesterday')
      // This removes the pauses between the attempts, which otherwise have a random factor from 1 to 2.
      vi.spyOn(Math, 'random').mockReturnValue(-1)
      const { stderr, ...ended } = await run(['balances', '--output', file], variables)
      expect(ended).toEqual({ code: 1, stdout: '' })
      expect(stderr).toContain(message)
      expect(stderr).not.toContain('super-secret')
      expect(readFileSync(file, 'utf8')).toBe('of yesterday')
      expect(readdirSync(test.folder)).toEqual(['balances.csv'])
    },
  )

  it.each([
    ['balances', 'balances', balanceHeader],
    ['task-runs', 'pending', 'task_run_id,'],
  ] as const)(
    '%s waits as long as the service asks, but not longer than SERVICE_MAX_PAUSE_SECONDS',
    async (command, operation, header) => {
      await test.control.script(operation, tooMany('1'))
      const { stdout, ...ended } = await run([command])
      expect(ended).toEqual({ code: 0, stderr: 'The service asks to wait 1 s.\n' })
      expect(stdout.startsWith(header)).toBe(true)

      await test.control.script(operation, tooMany('30'))
      const refused = await run([command], { SERVICE_MAX_PAUSE_SECONDS: '20' })
      expect(refused).toMatchObject({ code: 1, stdout: '' })
      expect(refused.stderr).toContain('Too many requests')
    },
  )

  it('exits with 4 and writes no file when the list has fewer records than its total', async () => {
    await test.control.script('balances', { status: 200, text: listOf('balances', [balance()], 3) })
    await test.control.script('balances', { status: 200, text: listOf('balances', [], 3) })
    const { code, stderr } = await run(['balances', '--output', join(test.folder, 'balances.csv')])
    expect(code).toBe(4)
    expect(stderr).toContain('The list doesn’t add up')
    expect(readdirSync(test.folder)).toEqual([])
  })
})
