import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { NextRequest } from 'next/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { beginApp, browserCookies, logIn, logLines } from './login-in-process'
import { startScriptedProvider, type ScriptedProvider } from '../idp/scripted'
import * as consoleActions from '@/app/console/actions'
import * as connectsActions from '@/app/console/connects/actions'
import { auditSettled, readAudit } from '@/lib/audit'
import { config } from '@/lib/config'
import { inRequest } from '@/lib/request/test-support'

/*
 * What takes data out, sends or changes something, asked by an operator, a viewer and a user: the route handlers, found in
 * the folders, and the actions.
 */

const notFound = { digest: 'NEXT_HTTP_ERROR_FALLBACK;404' }
const staff = { CONSOLE_USERS: 'olga', CONSOLE_VIEWERS: 'vera' }

type Handler = (request: NextRequest, context: object) => Promise<Response>
const folder = 'app/console'
const handlers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('route.ts'))
  .map((file) => `${folder}/${file}`)
// The example file takes nothing out: it is for both, and is tested with the pages.
const ofOperators = handlers.filter((file) => !/\/(find|example)\/route\.ts$/.test(file))
const ofViewers = handlers.filter((file) => file.endsWith('/find/route.ts'))

const query = 'format=csv&user=canary-user&address=canary-address&find=canary-find&at=1'

let provider: ScriptedProvider
/** What the service was asked. */
const asked: string[] = []

beforeEach(async () => {
  provider = await startScriptedProvider({})
  beginApp(provider, staff)
})
afterEach(() => provider.close())

/** Signs a person in, and from then on has a service that refuses all calls. */
async function signInAs(sub: 'olga' | 'vera' | 'ada'): Promise<void> {
  browserCookies.clear()
  vi.unstubAllGlobals()
  provider.sub = sub
  expect((await logIn()).error).toBeNull()
  asked.length = 0
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json({ error: 'Forbidden' }, { status: 403 })
  })
}

/** Asks a handler, and reads its response to the end. */
async function ask(file: string): Promise<{ status: number; text: string }> {
  const handler = (await import(join(process.cwd(), file))) as Record<string, Handler>
  const isUpload = file.endsWith('/file/route.ts')
  const url = `http://localhost:3000${file.replace(/^app|\/route\.ts$/g, '')}?${query}`
  const headers = { Origin: config().app.origin, 'X-File-Name': 'runs.csv' }
  const request = isUpload ? new NextRequest(url, { method: 'POST', headers, body: 'a,b\n' }) : new NextRequest(url)
  const context = { params: Promise.resolve({ conversionId: 'good' }) }
  return inRequest(async () => {
    try {
      const response = await handler[isUpload ? 'POST' : 'GET']?.(request, context)
      return { status: response?.status ?? 0, text: (await response?.text()) ?? '' }
    } catch (error) {
      expect(error).toMatchObject(notFound)
      return { status: 404, text: '' }
    }
  })
}

const auditLines = () => logLines.filter(({ event }) => event === 'audit')

async function auditEntries() {
  await auditSettled()
  return (await readAudit({}))?.entries ?? []
}

/** A form with these fields. */
function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const actions: Record<string, () => Promise<unknown>> = {
  checkKeyAction: () => consoleActions.checkKeyAction({ kind: 'not_checked' }),
  checkNamesAction: () => consoleActions.checkNamesAction(),
  sendAgainAction: () => connectsActions.sendAgainAction(formOf({ message: 'canary-message' })),
  forgetUserAction: () => connectsActions.forgetUserAction(formOf({ user: ' canary-user ' })),
}

it('the handlers and the actions are all that there are', () => {
  expect(ofOperators.filter((file) => file.endsWith('/export/route.ts')).length).toBeGreaterThan(6)
  expect(ofOperators).toContain('app/console/uploads/file/route.ts')
  expect(ofViewers.length).toBeGreaterThan(0)
  expect(Object.keys(actions).toSorted()).toEqual(
    [...Object.keys(consoleActions), ...Object.keys(connectsActions)].toSorted(),
  )
})

describe('a handler for operators', () => {
  it.each(ofOperators)(
    '%s refuses a viewer with 403, is not there for a user, and answers an operator',
    async (file) => {
      await signInAs('vera')
      const refusal = await ask(file)
      expect(refusal.status).toBe(403)
      expect(refusal.text).toContain('Ask an operator')
      await signInAs('ada')
      expect((await ask(file)).status).toBe(404)
      expect([asked, auditLines(), await auditEntries()]).toEqual([[], [], []])
      await signInAs('olga')
      // The service refuses whoever asks it; some exports have what this app keeps.
      expect((await ask(file)).status).toBe(asked.length > 0 ? 502 : 200)
    },
  )
})

describe('a handler for viewers', () => {
  it.each(ofViewers)('%s answers operators and viewers, is not there for a user, and is noted', async (file) => {
    await signInAs('ada')
    expect((await ask(file)).status).toBe(404)
    expect([asked, auditLines()]).toEqual([[], []])
    for (const sub of ['olga', 'vera'] as const) {
      await signInAs(sub)
      expect((await ask(file)).status).toBe(200)
      expect(asked.length).toBeGreaterThan(0)
    }
    const what = 'user_bolts'
    expect(auditLines()).toMatchObject([
      { staff: 'olga', action: 'look_up', what },
      { staff: 'vera', action: 'look_up', what },
    ])
    expect(JSON.stringify(logLines)).not.toContain('canary')
    const about = 'canary-user'
    expect(await auditEntries()).toMatchObject([
      { staffId: 'vera', what, about },
      { staffId: 'olga', what, about },
    ])
  })
})

describe('an action', () => {
  it.each(Object.entries(actions))('%s does nothing when a viewer or a user posts it', async (_, act) => {
    for (const sub of ['vera', 'ada'] as const) {
      await signInAs(sub)
      await expect(inRequest(act)).rejects.toMatchObject(notFound)
    }
    expect([asked, auditLines(), await auditEntries()]).toEqual([[], [], []])
  })

  it('checkKeyAction asks the service and is noted when an operator posts it', async () => {
    await signInAs('olga')
    const state = await inRequest(() => consoleActions.checkKeyAction({ kind: 'not_checked' }))
    expect(state).toMatchObject({ kind: 'checked', result: { verdict: 'forbidden' } })
    expect(asked).toHaveLength(1)
    expect(auditLines()).toMatchObject([{ staff: 'olga', action: 'key_check', what: 'forbidden', status: 403 }])
    expect(await auditEntries()).toMatchObject([{ staffId: 'olga', action: 'key_check', what: 'forbidden' }])
  })

  it('checkNamesAction asks the service and is noted in one line when an operator posts it', async () => {
    await signInAs('olga')
    await expect(inRequest(actions['checkNamesAction'] ?? (async () => {}))).rejects.toMatchObject({
      digest: expect.stringContaining(';/console;'),
    })
    expect(asked.length).toBeGreaterThan(0)
    const what = expect.stringMatching(/^SERVICE_\w+ \w+(, SERVICE_\w+ \w+){4}$/)
    expect(auditLines()).toMatchObject([{ staff: 'olga', action: 'name_check', what }])
  })

  it('forgetUserAction is noted with the numbers in the log and the ID in the audit when an operator posts it', async () => {
    await signInAs('olga')
    const act = () => connectsActions.forgetUserAction(formOf({ user: ' canary-user ' }))
    await expect(inRequest(act)).rejects.toMatchObject({
      digest: expect.stringContaining(';/console/connects?forgotten=nothing;'),
    })
    expect(auditLines()).toMatchObject([{ staff: 'olga', action: 'forget', records: 0, connections: 0, messages: 0 }])
    expect(JSON.stringify(logLines)).not.toContain('canary')
    const entry = { staffId: 'olga', action: 'forget', about: 'canary-user' }
    expect(await auditEntries()).toMatchObject([entry])
    // The second one leaves what the audit has of the first.
    await expect(inRequest(act)).rejects.toBeDefined()
    expect(await auditEntries()).toMatchObject([entry, entry])
  })

  it('sendAgainAction is not noted when there is no such message', async () => {
    await signInAs('olga')
    await expect(inRequest(actions['sendAgainAction'] ?? (async () => {}))).rejects.toMatchObject({
      digest: expect.stringContaining('sent=gone'),
    })
    expect(auditLines()).toEqual([])
  })
})
