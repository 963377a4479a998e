import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { NextRequest } from 'next/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { beginApp, browserCookies, logIn, logLines } from './login-in-process'
import { startScriptedProvider, type ScriptedProvider } from '../idp/scripted'
import * as consoleActions from '@/app/console/setup/actions'
import * as connectsActions from '@/app/console/connects/actions'
import * as usersActions from '@/app/console/users/actions'
import * as sessions from '@/lib/auth/session'
import { consoleUser, currentUser, requireOperator, requireViewer } from '@/lib/auth/user'
import { readAudit } from '@/lib/records/audit'
import { config } from '@/lib/config'
import { inRequest } from '@/lib/request/test-support'
import { consoleTexts } from '@/lib/skin/texts'
import { keptSettled } from '@/lib/store/kept-in-store'

/*
 * An operator, a viewer and a user call the route handlers and actions of the console that export, send or change data.
 * The tests find the handlers in the folders.
 */

type Handler = (request: NextRequest) => Promise<Response>

const modules = new Map<string, Record<string, Handler>>()
for (const folder of ['app/console', 'app/(frames)/console']) {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = `${folder}/${path}`
    if (file.endsWith('/route.ts'))
      modules.set(file, (await import(join(process.cwd(), file))) as Record<string, Handler>)
  }
}

/** The route handlers of the console, as found in its folders. */
const handlers = [...modules].map(([file, module]) => ({
  file,
  methods: Object.keys(module).filter((name) => /^[A-Z]+$/.test(name)),
}))

/** Calls a route handler in the browser, and reads its whole response. */
async function callHandler(
  file: string,
  method: string,
  query: string,
  init: { headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; text: string }> {
  const path = file.replace(/^app(?:\/\(frames\))?|\/route\.ts$/g, '')
  const request = new NextRequest(`http://localhost:3000${path}?${query}`, { method, ...init })
  return inRequest(async () => {
    try {
      const response = await modules.get(file)?.[method]?.(request)
      return { status: response?.status ?? 0, text: (await response?.text()) ?? '' }
    } catch (error) {
      if (!(error instanceof Error && 'digest' in error && error.digest === 'NEXT_HTTP_ERROR_FALLBACK;404')) throw error
      return { status: 404, text: '' }
    }
  })
}

const notFound = { digest: 'NEXT_HTTP_ERROR_FALLBACK;404' }
const staff = { CONSOLE_USERS: 'olga', CONSOLE_VIEWERS: 'vera' }

// The example file exports no data. Both operators and viewers get it, and the tests of the pages cover it.
const ofOperators = handlers
  .map(({ file }) => file)
  .filter((file) => file.startsWith('app/console/') && !file.endsWith('/example/route.ts'))

const query = 'state=site.busy&id=good&user=canary-user&address=canary-address&find=canary-find&at=1'

let provider: ScriptedProvider
/** The URLs of the calls to the service. */
const calls: string[] = []

beforeEach(async () => {
  provider = await startScriptedProvider({})
  beginApp(provider, staff)
})
afterEach(() => provider.close())

/** Signs a person in, and makes the service refuse all later calls. */
async function signInAs(sub: 'olga' | 'vera' | 'ada'): Promise<void> {
  browserCookies.clear()
  vi.unstubAllGlobals()
  provider.sub = sub
  expect((await logIn()).error).toBeNull()
  calls.length = 0
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url)
    return Response.json({ error: 'Forbidden' }, { status: 403 })
  })
}

function ask(file: string): Promise<{ status: number; text: string }> {
  calls.length = 0
  if (!file.endsWith('/file/route.ts')) return callHandler(file, 'GET', query)
  const body = 'a,b\n'
  const ofFile = { 'X-File-Name': 'runs.csv' }
  return callHandler(file, 'POST', query, { headers: { Origin: config().app.origin, ...ofFile }, body })
}

const auditLines = () => logLines.filter(({ event }) => event === 'audit')

async function auditEntries() {
  await keptSettled()
  return (await readAudit({ limit: 50 })).rows
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const actions: Record<string, () => Promise<unknown>> = {
  checkKeyAction: () => consoleActions.checkKeyAction(),
  sendAgainAction: () => connectsActions.sendAgainAction(null, formOf({ message: 'canary-message' })),
  forgetUserAction: () => usersActions.forgetUserAction(null, formOf({ user: ' canary-user ' })),
}

it('the lists of handlers and actions are complete', () => {
  expect(ofOperators.filter((file) => file.endsWith('/export/route.ts')).length).toBeGreaterThan(6)
  expect(ofOperators).toContain('app/console/uploads/file/route.ts')
  const files = readdirSync('app/console', { recursive: true, encoding: 'utf8' })
  expect(files.filter((file) => /(?:^|\/)actions\.ts$/.test(file)).toSorted()).toEqual([
    'connects/actions.ts',
    'setup/actions.ts',
    'users/actions.ts',
  ])
  expect(Object.keys(actions).toSorted()).toEqual(
    [consoleActions, connectsActions, usersActions].flatMap((each) => Object.keys(each)).toSorted(),
  )
})

it('no handler answers a stranger or a user', async () => {
  // With columns, the app has an example of a file.
  beginApp(provider, { ...staff, TASK_BATCH_COLUMNS: 'a,b' })
  expect(handlers.length).toBeGreaterThan(10)
  for (const sub of [null, 'ada'] as const) {
    if (sub) await signInAs(sub)
    for (const { file, methods } of handlers)
      for (const method of methods) expect((await callHandler(file, method, query)).status, file).toBe(404)
  }
})

it('a handler that exports or sends data answers a viewer with 403 and a user with 404, and accepts an operator', async () => {
  for (const [sub, status, text] of [
    ['vera', 403, 'Ask an operator'],
    ['ada', 404, ''],
  ] as const) {
    await signInAs(sub)
    for (const file of ofOperators) {
      const refusal = await ask(file)
      expect([refusal.status, calls], `${file} for ${sub}`).toEqual([status, []])
      expect(refusal.text).toContain(text)
    }
    expect([auditLines(), await auditEntries()]).toEqual([[], []])
  }
  await signInAs('olga')
  for (const file of ofOperators) {
    const { status } = await ask(file)
    // The service refuses every call. Some exports contain only data of the app.
    expect(status, file).toBe(calls.length > 0 ? 502 : 200)
  }
})

it('the console gives nobody rights, and fails for staff, when the app cannot read sign-outs', async () => {
  const unavailable = { name: 'StoreUnavailableError' }
  for (const [sub, ofViewers, ofOperators] of [
    ['olga', unavailable, unavailable],
    ['vera', unavailable, notFound],
    ['ada', notFound, notFound],
  ] as const) {
    await signInAs(sub)
    const check = vi.spyOn(sessions, 'revocationOf').mockResolvedValue('unknown')
    await expect(
      inRequest(() => requireViewer()),
      sub,
    ).rejects.toMatchObject(ofViewers)
    await expect(
      inRequest(() => requireOperator()),
      sub,
    ).rejects.toMatchObject(ofOperators)
    for (const read of [currentUser, consoleUser])
      expect(await inRequest(() => read())).toMatchObject({ id: sub, isOperator: false, isViewer: false })
    check.mockRestore()
  }
})

describe('an action', () => {
  it('does nothing when a viewer or a user posts it', async () => {
    for (const sub of ['vera', 'ada'] as const) {
      await signInAs(sub)
      for (const [name, act] of Object.entries(actions)) {
        await expect(inRequest(act), `${name} by ${sub}`).rejects.toMatchObject(notFound)
      }
    }
    expect([calls, auditLines(), await auditEntries()]).toEqual([[], [], []])
  })

  it('checkKeyAction calls the service and is recorded when an operator posts it', async () => {
    await signInAs('olga')
    const state = await inRequest(() => consoleActions.checkKeyAction())
    expect(state).toMatchObject({ tone: 'danger', title: consoleTexts()('setup.keyCheck.forbidden.title') })
    expect(calls).toHaveLength(1)
    expect(auditLines()).toMatchObject([{ staff: 'olga', action: 'key_check', what: 'forbidden', status: 403 }])
    expect(await auditEntries()).toMatchObject([{ staffId: 'olga', action: 'key_check', what: 'forbidden' }])
  })

  it('forgetUserAction logs numbers and records the ID in the audit when an operator posts it', async () => {
    await signInAs('olga')
    // It never cleans an ID, because the cleaned text could be another person's.
    expect(await inRequest(actions['forgetUserAction'] ?? (async () => {}))).toMatchObject({ tone: 'warning' })
    expect(auditLines()).toEqual([])
    const act = () => usersActions.forgetUserAction(null, formOf({ user: 'canary-user' }))
    const result = { tone: 'warning', title: consoleTexts()('users.forget.nothing') }
    expect(await inRequest(act)).toEqual(result)
    expect(auditLines()).toMatchObject([{ staff: 'olga', action: 'forget', records: 0, connections: 0, messages: 0 }])
    expect(JSON.stringify(logLines)).not.toContain('canary')
    const entry = { staffId: 'olga', action: 'forget', about: 'canary-user' }
    expect(await auditEntries()).toMatchObject([entry])
    // The second call keeps the audit entry of the first.
    expect(await inRequest(act)).toEqual(result)
    expect(await auditEntries()).toMatchObject([entry, entry])
  })

  it('sendAgainAction is not recorded when the message does not exist', async () => {
    await signInAs('olga')
    const title = consoleTexts()('connects.webhooks.gone')
    expect(await inRequest(actions['sendAgainAction'] ?? (async () => {}))).toEqual({ tone: 'success', title })
    expect(auditLines()).toEqual([])
  })
})
