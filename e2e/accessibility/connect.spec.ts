import { examples } from '@/components/preview/examples'
import { openConsole } from '../console/steps'
import { expect, test } from '../fixtures'
import { signInAndArrive, typeAndConnect } from '../steps'
import { t } from '../texts'
import { testStates, type State } from './states'

/*
 * Every page and state that a user can see: the states of the console's preview, and a running press.
 * e2e/connect/wallet.spec.ts checks the list of all wallets.
 */

/** States with the same elements as another state of their group, but with other texts. Other tests check the texts. */
const alike = new RegExp(
  [
    'site\\.busy',
    'signIn\\.(demo|unfinished|unreachable|too_often|cookies)',
    'form\\.(plain_id|expires_soon|address_(?!missing)|proof_refused)',
    'wallet\\.(?!switched|declined|conn)',
    'walletApp\\.(?!chosen|proof_|pressed|declined|other_|open_)',
    'refused\\.(?!invalid_address|server_error|long)',
    'wait\\.(turn|after_link)_in_',
    'ended\\.(?!request_expired|not_auth|return_url)',
    'links\\.(one_left_of_many|signed_out)',
  ]
    .map((names) => `^${names}`)
    .join('|'),
)

const states = Object.fromEntries(
  [...examples(Date.now())]
    .filter(([name]) => !alike.test(name))
    .map(([name, { kind }]): [string, State] => [
      name,
      (page, app) =>
        openConsole(page, app, `/console/preview/${kind === 'document' ? 'document' : 'frame'}?state=${name}`),
    ]),
)

const press: State = async (page, app, control) => {
  await signInAndArrive(page, app, control)
  // Prevents the form from being sent, but lets the page's script believe that it was. React listens at the document.
  await page.evaluate(() => window.addEventListener('submit', (event) => event.preventDefault()))
  const marks = page.locator("[data-part='title'] .mark > :first-child")
  await expect(marks.first()).toHaveCSS('translate', '0px')
  await typeAndConnect(page)
  await expect(page.getByRole('button', { name: t('confirm.connecting') })).toBeVisible()
  // The marks of the site and the service meet.
  await expect(marks.first()).toHaveCSS('translate', '36px')
  await expect(marks.last()).toHaveCSS('translate', '-36px')
}

// Only a script shows a chosen wallet and a running press.
testStates({ ...states, 'a press that is under way': press }, (state) => !/^(wallet\.|a press)/.test(state))

test('a primary button has an edge in forced colours', async ({ page, app }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  for (const path of ['/', '/signin']) {
    await page.goto(app.origin + path)
    const { edge, inside } = await page.locator('main .button-primary').evaluate((button) => {
      const { borderTopColor, borderTopStyle, borderTopWidth, backgroundColor } = getComputedStyle(button)
      return { edge: `${borderTopWidth} ${borderTopStyle} ${borderTopColor}`, inside: backgroundColor }
    })
    expect(edge, path).toMatch(/^1px solid rgb\(/)
    expect(edge, path).not.toContain(inside)
  }
})
