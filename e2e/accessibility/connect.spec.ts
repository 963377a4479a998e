import { exampleGroups, examples } from '@/components/preview/examples'
import { expect } from '../fixtures'
import { arrive, holdForm, signIn, signInAsOperator, typeAndConnect } from '../steps'
import { t } from '../texts'
import { installWallet } from '../wallet/install'
import { chooseWallet, openWallets, signButton, walletButton } from '../wallet/steps'
import { testStates } from './states'

/*
 * Every page and state that a user can meet: those of the console's preview, each as it is there, and those that only a
 * press or a wallet leads to.
 */

/** Those that look like another one of their group, with other words. Every word of every language is tested elsewhere. */
const alike =
  /^(?:signIn\.(?:unfinished|unreachable)|form\.address_wrong_|wallet\.(?!switched|other_|declined|conn|signing)|refused\.(?:no_|answer_)|ended\.(?!request_expired|nonce_|not_auth))/

for (const group of exampleGroups) {
  const ofGroup = [...examples(Date.now())].filter(([name]) => name.startsWith(`${group}.`) && !alike.test(name))
  testStates(
    `the examples of ${group}`,
    Object.fromEntries(
      ofGroup.map(([name, { kind }]) => [
        name,
        async (page, app) => {
          await signInAsOperator(page, app)
          await page.goto(`${app.origin}/console/preview/${kind === 'document' ? 'document' : 'frame'}?state=${name}`)
        },
      ]),
    ),
    // A chosen wallet is shown by script alone.
    group !== 'wallet',
  )
}

testStates('a press', {
  'that is under way': async (page, app, control) => {
    await signIn(page, app)
    await arrive(page, control)
    await holdForm(page)
    await typeAndConnect(page)
    await expect(page.getByRole('button', { name: t('confirm.connecting') })).toBeVisible()
  },
})

testStates('the wallets', {
  'to choose from': async (page, app, control) => {
    await installWallet(page)
    await signIn(page, app)
    await arrive(page, control)
    await openWallets(page)
    await expect(walletButton(page)).toBeVisible()
  },
})

testStates('a wallet', {
  'that is connected': async (page, app, control) => {
    await installWallet(page)
    await signIn(page, app)
    await arrive(page, control)
    await chooseWallet(page)
    await expect(signButton(page)).toBeVisible()
  },
})
