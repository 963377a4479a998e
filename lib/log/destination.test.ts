import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs, { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { bundledProgram } from '@/e2e/harness/program'
import { folderWith } from '@/lib/test-support'
import { logDestination } from './destination'

const linesOf = (text: string) => text.split('\n').slice(0, -1)
const numbersIn = (text: string) => linesOf(text).map((line) => (JSON.parse(line) as { number: number }).number)
const patience = { timeout: 15_000 }

const range = (length: number) => Array.from({ length }, (_, number) => number)

it('logDestination keeps lines while the disk is full, and writes them in order when there is room again', async () => {
  const file = join(folderWith(), 'log')
  const fd = openSync(file, 'w')
  onTestFinished(() => closeSync(fd))
  const written = () => linesOf(readFileSync(file, 'utf8')).map((line) => line.trim())
  const onDrop = vi.fn()
  const destination = logDestination({ fd, onDrop })
  destination.write('before\n')
  const full = vi.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  })
  for (const number of range(3)) destination.write(`${number}\n`)
  await expect.poll(() => full.mock.calls.length, patience).toBeGreaterThan(4)
  expect(written()).toEqual(['before'])
  full.mockRestore()
  await expect.poll(written, patience).toEqual(['before', '0', '1', '2'])
  expect(onDrop).not.toHaveBeenCalled()
})

/** Writes a requested number of lines to standard output, and reports the number of dropped lines. */
const source = `
import { logDestination } from './lib/log/destination'

let number = 0
let dropped = 0
const destination = logDestination({ onDrop: () => (dropped += 1) })
process.on('uncaughtException', ({ message }) => process.send({ uncaught: message }))
process.on('message', (lines) => {
  if (lines === 'end') process.exit()
  const last = number + lines
  while (number < last) destination.write(JSON.stringify({ number: number++, text: 'x'.repeat(80) }) + '\\n')
  process.send({ dropped })
})
process.send('ready')
`

describe('logDestination on standard output', () => {
  let program: string[]
  beforeAll(async () => {
    program = await bundledProgram(source)
  })
  const children: ChildProcess[] = []
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })

  async function start(output: 'pipe' | number) {
    const child = spawn(process.execPath, program, { stdio: ['ignore', output, 'inherit', 'ipc'] })
    children.push(child)
    const answer = async () => ((await once(child, 'message')) as [unknown])[0]
    await answer()
    let text = ''
    return {
      output: child.stdout as Readable,
      text: () => text,
      read: () => child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk)),
      async write(lines: number) {
        child.send(lines)
        return (await answer()) as { dropped: number }
      },
      async end() {
        const closed = once(child, 'exit')
        child.send('end')
        return (await closed)[0] as number | null
      },
    }
  }

  it('keeps the process running and counts dropped lines when the disk is full or the reader has gone', async () => {
    const full = openSync('/dev/full', 'w')
    const [onFullDisk, unread] = [await start(full), await start('pipe')]
    closeSync(full)
    unread.output.destroy()
    for (const running of [onFullDisk, unread]) {
      expect((await running.write(30_000)).dropped).toBeGreaterThan(10_000)
      expect(await running.end()).toBe(0)
    }
  })

  it('drops lines while nothing reads the output, and writes complete lines when it is read again', async () => {
    const running = await start('pipe')
    const { dropped } = await running.write(30_000)
    expect(dropped).toBeGreaterThan(10_000)
    running.read()
    await expect.poll(() => linesOf(running.text()).length, patience).toBe(30_000 - dropped)
    await running.write(1)
    await running.write(1)
    expect(await running.end()).toBe(0)
    await expect.poll(() => numbersIn(running.text()), patience).toEqual([...range(30_000 - dropped), 30_000, 30_001])
  })

  it('writes every line when the process ends before a slow reader has read them', async () => {
    const running = await start('pipe')
    expect(await running.write(2000)).toEqual({ dropped: 0 })
    const ended = running.end()
    running.read()
    expect(await ended).toBe(0)
    await expect.poll(() => numbersIn(running.text()), patience).toEqual(range(2000))
  })
})
