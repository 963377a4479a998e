import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { standaloneFolder } from '../harness/app'
import { connectForm, hiddenFields } from '../harness/html'
import { signInAtApp } from '../harness/sign-in'
import { Visitor } from '../harness/visitor'
import { expect, test } from '../fixtures'
import { walletAddress } from '../harness/people'
import committedIds from './action-ids.json' with { type: 'json' }

/*
 * A form of a page of another build works, because its action has the same ID there. `npm run lab -- soak-deploy` tests
 * this with two builds and real browsers.
 */

const confirmId = committedIds['app/connect/confirm/actions.ts'].confirmAction

/** Returns the IDs of this build's actions, by file and name. */
function builtIds(): Record<string, Record<string, string>> {
  const manifest = join(standaloneFolder, '.next', 'server', 'server-reference-manifest.json')
  const { node } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    node: Record<string, { filename: string; exportedName: string }>
  }
  const ids: Record<string, Record<string, string>> = {}
  for (const [id, { filename, exportedName }] of Object.entries(node)) (ids[filename] ??= {})[exportedName] = id
  return ids
}

test('the build has the committed IDs of the actions that users press', () => {
  const ids = builtIds()
  const files = Object.keys(committedIds)
  expect(
    Object.fromEntries(files.map((file) => [file, ids[file]])),
    'Open pages of the previous version cannot post to an action whose ID has changed. If this is intended, write ' +
      'the received IDs into e2e/server/action-ids.json and say so in CHANGELOG.md.',
  ).toEqual(committedIds)
})

test('a press with the committed ID connects, and a press with an unknown ID confirms nothing and keeps the link', async ({
  app,
  control,
}) => {
  const visitor = new Visitor(app.origin)
  for (const { name, value } of await signInAtApp(app, 'Whoever has another build')) visitor.cookies.set(name, value)
  const page = await visitor.follow((await control.pressConnect()).link)
  const fields = Object.fromEntries(
    Object.entries(hiddenFields(page.body, connectForm)).filter(([name]) => !name.startsWith('$ACTION')),
  )
  const press = (id: string) =>
    visitor.send('/connect/confirm', { form: { ...fields, [`$ACTION_ID_${id}`]: '', wallet_address: walletAddress } })

  const unknown = await press(`40${'f'.repeat(40)}`)
  expect([unknown.status, unknown.location]).toEqual([409, ''])
  expect(await control.received('confirm')).toEqual([])
  expect((await press(confirmId)).location).toContain('#ac=')
})
