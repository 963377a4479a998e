import type { Page } from 'playwright/test'
import { expect } from '../fixtures'
import { alertOf } from '../steps'

/** Opens the list of wallets. */
export const openWallets = (page: Page) => page.getByRole('button', { name: 'Choose a wallet' }).click()

/** A wallet in the list. */
export const walletButton = (page: Page, name = 'Test Wallet') => page.getByRole('button', { name, exact: true })

export const signButton = (page: Page) => page.getByRole('button', { name: "Sign to prove it's yours" })
export const anotherWallet = (page: Page) => page.getByRole('button', { name: 'Use another wallet' })
export const stopWaiting = (page: Page) => page.getByRole('button', { name: 'Stop waiting' })

/** What is shown once the wallet has signed. */
export const signedNote = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'you have proven that this wallet is yours' })

/** The signature that would go with the form. */
export const signatureInForm = (page: Page) => page.locator('input[name=signature]')

/** Opens the list and connects a wallet. */
export async function chooseWallet(page: Page, name?: string): Promise<void> {
  await openWallets(page)
  await walletButton(page, name).click()
}

/** Has the connected wallet sign. */
export async function sign(page: Page): Promise<void> {
  await signButton(page).click()
  await expect(signedNote(page)).toBeFocused()
}

/** The page's message, which has the focus too, so that a screen reader is taken to it. */
export async function expectMessage(page: Page, text: string | RegExp): Promise<void> {
  await expect(alertOf(page)).toContainText(text)
  await expect(alertOf(page)).toBeFocused()
}
