import { connectForm, hiddenFields, type FormMark } from '../harness/html'
import { processorMs } from '../harness/process-cost'
import { signInAtApp } from '../harness/sign-in'
import { Visitor } from '../harness/visitor'
import { expect, test } from '../fixtures'
import { walletAddress } from '../steps'
import { t } from '../texts'

/*
 * What a form of a page of another build gets, whose action this build does not know: the page again, with what was
 * entered and the reason, and no call to the service.
 */

/** The fields of a form, its action named by an id that no build has. */
function ofOtherBuild(html: string, mark: FormMark): Record<string, string> {
  const fields = Object.entries(hiddenFields(html, mark))
  const id = 'f'.repeat(42)
  return Object.fromEntries(
    fields.map(([name, value]) => [
      name.replace(/^(\$ACTION_ID_).*/, `$1${id}`),
      /^\$ACTION_\d+:0$/.test(name) ? value.replace(/"id":"[^"]+"/, `"id":"${id}"`) : value,
    ]),
  )
}

test('a press of Connect keeps the address, confirms nothing and says why', async ({ app, control }) => {
  const visitor = new Visitor(app.origin)
  for (const { name, value } of await signInAtApp(app, 'Whoever has another build')) visitor.cookies.set(name, value)
  const page = await visitor.follow((await control.pressConnect()).link)
  const form = { ...ofOtherBuild(page.body, connectForm), wallet_address: walletAddress }

  const answer = await visitor.send('/connect/confirm', { form })
  const target = new URL(answer.location, app.origin)
  expect([answer.status, target.href]).toEqual([307, `${app.origin}/updated?path=%2Fconnect%2Fconfirm`])
  // As a browser does: the same form again, to where it leads.
  const again = await visitor.follow(answer.location, { form })
  expect(again.url).toBe(`${app.origin}/connect/confirm`)
  expect(again.body).toContain(walletAddress)
  expect(again.body).toContain('role="alert"')
  expect(await control.received('confirm')).toEqual([])

  const current = { ...hiddenFields(again.body, connectForm), wallet_address: walletAddress }
  expect((await visitor.send('/connect/confirm', { form: current })).location).toContain('#ac=')
})

test('a sign-in says so on the sign-in page, and one from elsewhere gets nothing', async ({ app }) => {
  const visitor = new Visitor(app.origin)
  const page = await visitor.send('/signin')
  const form = { ...ofOtherBuild(page.body, { button: t('signIn.demo.button') }), name: 'Ada' }
  const { location } = await visitor.send('/signin', { form })
  expect(await visitor.send(location, { form })).toMatchObject({
    status: 303,
    location: expect.stringContaining('error=updated'),
  })
  const elsewhere = { form, headers: { Origin: 'https://elsewhere.example' } }
  expect((await visitor.send(location, elsewhere)).status).toBe(403)
  expect((await visitor.send('/updated', { method: 'POST', headers: { Origin: app.origin } })).status).toBe(400)
})

test('the form is looked at once, whatever address the server listens on', async ({ app }) => {
  const visitor = new Visitor(app.origin)
  const form = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`$ACTION_ID_${index}`, '']))
  expect((await visitor.send('/signin', { form })).status).toBe(307)
  const before = processorMs(app.processId)
  expect((await visitor.send('/signin', { form })).status).toBe(307)
  expect(processorMs(app.processId) - before).toBeLessThan(200)
})
