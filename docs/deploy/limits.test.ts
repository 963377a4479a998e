import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderWith } from '../../lib/test-support'

const unitFile = 'docs/deploy/subnet-connect@.service'
const unit = readFileSync(unitFile, 'utf8')
const compose = readFileSync('compose.yaml', 'utf8')
const heapMb = /--max-old-space-size=(\d+)/

it('the unit limits memory, tasks and system calls', () => {
  expect(unit).toContain('\nMemoryMax=1G\n')
  expect(Number(heapMb.exec(unit)?.[1])).toBeLessThan(1024)
  expect(unit).toMatch(/\nTasksMax=\d+\n/)
  expect(unit).toContain('\nSystemCallFilter=@system-service\n')
  expect(unit).toContain('\nSystemCallArchitectures=native\n')
})

it('systemd reads the unit, and rates its exposure at 2 of 10 at most', () => {
  const options = ['security', '--offline=true', '--threshold=20', unitFile]
  const { status, stderr } = spawnSync('systemd-analyze', options, { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
})

/** Returns what systemd finds wrong in one of these units. It also checks that their programs exist. */
function mistakesIn(name: string, units: Record<string, string>): string[] {
  const here = Object.entries(units).map(([each, text]) => [each, text.replace('/usr/bin/node', process.execPath)])
  const folder = folderWith(Object.fromEntries(here) as typeof units)
  const options = ['verify', '--man=no', '--recursive-errors=no', join(folder, name)]
  const { stderr } = spawnSync('systemd-analyze', options, { encoding: 'utf8' })
  return stderr.split('\n').filter((line) => line.includes(folder) || line.includes('subnet-connect@'))
}

it('systemd finds no mistake in the units of commands', () => {
  const guide = readFileSync('docs/operate/automation.md', 'utf8')
  const written = guide.matchAll(/^# \/etc\/systemd\/system\/(\S+)\n([^]*?)```/gm)
  const units = Object.fromEntries(Array.from(written, ([, name = '', text = '']) => [name, text]))
  expect(Object.keys(units).length).toBeGreaterThan(1)
  for (const name of Object.keys(units)) expect(mistakesIn(name, units), name).toEqual([])
})

it('systemd finds no mistake in the unit', () => {
  expect(mistakesIn('subnet-connect@3001.service', { 'subnet-connect@.service': unit })).toEqual([])
})

it('compose.yaml limits the memory of every service, and limits Redis below its container', () => {
  const [, services = ''] = /^services:\n([\s\S]*?)^\S/m.exec(compose) ?? []
  const blocks = services.split(/^ {2}(?=\S+:\n)/m).slice(1)
  expect(blocks.length).toBeGreaterThan(2)
  for (const block of blocks) expect(block).toMatch(/<<: \*app|mem_limit: \d+m/)
  expect(compose).toMatch(/^ {2}mem_limit: 1g$/m)
  expect(Number(heapMb.exec(compose)?.[1])).toBeLessThan(1024)
  const redis = blocks.find((block) => block.startsWith('redis:')) ?? ''
  const sizeMb = (pattern: RegExp) => Number(pattern.exec(redis)?.[1])
  expect(sizeMb(/--maxmemory (\d+)mb/)).toBeLessThan(sizeMb(/mem_limit: (\d+)m/))
  expect(redis).toContain('--maxmemory-policy noeviction')
})
