import type { Page } from 'playwright'
import { newAccount } from './keys'
import { pageWallet, type WalletBehaviour, type WalletControl } from './page-wallet'

const icon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"%3E%3Crect width="32" height="32" rx="8" fill="%235b3fd1"/%3E%3Ccircle cx="16" cy="16" r="7" fill="%23fff"/%3E%3C/svg%3E'

/** The test wallet in one page. */
interface InstalledWallet {
  name: string
  /** Its first address, and the address of the other account. */
  address: string
  secondAddress: string
  register(): Promise<void>
  switchTo(account: number): Promise<void>
  answerLate(): Promise<void>
  behave(change: Parameters<WalletControl['behave']>[0]): Promise<void>
  /** The texts of its signature requests, on this page and earlier pages of the tab. */
  asked(): string[]
}

interface AskedText {
  name: string
  text: string
}

const textsOf = new WeakMap<Page, AskedText[]>()

/** Collects the signature requests to the wallets of a page. */
async function listen(page: Page): Promise<AskedText[]> {
  const known = textsOf.get(page)
  if (known) return known
  const texts: AskedText[] = []
  textsOf.set(page, texts)
  await page.exposeFunction('walletIsAsked', (name: string, text: string) => void texts.push({ name, text }))
  return texts
}

/** Returns the behaviour of a correct wallet, with changes. */
export const walletBehaviour = (change: Partial<WalletBehaviour> = {}): WalletBehaviour => ({
  name: 'Test Wallet',
  icon,
  accounts: [newAccount(), newAccount()],
  registers: 'at once',
  onConnect: 'allow',
  onSign: 'sign',
  thrown: 'It failed.',
  onDisconnect: 'disconnect',
  canSign: true,
  ...change,
})

/** Puts a wallet into a page before the test opens the page. By default the wallet behaves correctly. */
export async function installWallet(page: Page, change?: Partial<WalletBehaviour>): Promise<InstalledWallet> {
  const behaviour = walletBehaviour(change)
  const texts = await listen(page)
  await page.addInitScript(pageWallet, behaviour)
  const { name, accounts } = behaviour
  return {
    name,
    address: accounts[0]?.address ?? '',
    secondAddress: accounts[1]?.address ?? '',
    register: () => page.evaluate((name) => window.testWallets[name]?.register(), name),
    switchTo: (account) =>
      page.evaluate(([name, account]) => window.testWallets[name]?.switchTo(account), [name, account] as const),
    answerLate: () => page.evaluate((name) => window.testWallets[name]?.answerLate(), name),
    behave: (change) =>
      page.evaluate(([name, change]) => window.testWallets[name]?.behave(change), [name, change] as const),
    asked: () => texts.filter((text) => text.name === name).map(({ text }) => text),
  }
}
