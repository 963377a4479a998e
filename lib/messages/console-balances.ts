import { brand } from '@/lib/brand'
import type { ListChange } from '@/lib/console/shared/list-change'
import { formatCount } from '@/lib/format'
import { capitalized } from './capitalized'

const balances = (count: number) => `${formatCount(count)} ${count === 1 ? 'balance' : 'balances'}`
const found = (hits: number) => (hits === 0 ? 'Nothing found' : `${formatCount(hits)} found`)

/** The texts of the page "Balances". */
export const balanceMessages = {
  what: 'the balances',
  grants: {
    title: 'Bolts earned through this subnet only',
    text: 'Bolts that the foundation granted are not in these figures.',
  },
  columns: {
    wallet: 'Wallet address',
    user: 'User ID',
    currentPoints: 'Points this period',
    allTimePoints: 'Points of all time',
    bolts: 'Bolts',
    more: 'More',
  },
  walletToCopy: 'wallet address',
  userToCopy: 'user ID',
  list: {
    title: 'All users',
    caption: 'Users with their points and bolts',
    emptyTitle: 'The list of balances is empty.',
    emptyText: `${capitalized(brand.serviceName)} lists no user of this subnet.`,
    beyondTitle: 'There is nothing on this page of the list.',
    firstPage: 'Go to the first page',
    sizeLabel: ({ min, max }: Record<'min' | 'max', number>) => `Another number of rows, ${min} to ${max}`,
    sizeButton: 'Set',
  },
  find: {
    title: 'Find a wallet or a user',
    label: 'Wallet address or user ID',
    hint: 'The whole of it, letter for letter: upper and lower case matter.',
    button: 'Find',
    stop: 'Stop',
    starting: `Asking ${brand.serviceName}, which cannot search: all pages are looked through…`,
    progressLabel: 'Balances looked through',
    progress: (searched: number, total: number) => `${formatCount(searched)} of ${balances(total)} looked through`,
    pausing: (duration: string) =>
      `${capitalized(brand.serviceName)} limits its rate and asks to wait ${duration}. The search goes on by itself.`,
    hitsSoFar: (hits: number) => `${found(hits)} so far`,
    caption: 'Balances found',
    place: 'In the list',
    placeLink: (page: number) => `Page ${formatCount(page)}`,
    whole: (hits: number, searched: number) => `${found(hits)} in all ${balances(searched)}.`,
    notFound: 'Check it letter by letter.',
    changed: ({ firstTotal, lastTotal, maybeMissing }: ListChange) =>
      `The list changed while it was looked through: it had ${formatCount(firstTotal)} rows at first and ${formatCount(lastTotal)} at the end. ${
        maybeMissing > 0 ? `Up to ${balances(maybeMissing)} may have been missed.` : 'None was missed.'
      }`,
    unreadable: (count: number) => `${balances(count)} cannot be read. Each was looked through as the text that it is.`,
    stopped: (hits: number, searched: number, total: number) =>
      `Stopped. ${found(hits)} in the first ${formatCount(searched)} of ${balances(total)}.`,
    stoppedAtOnce: 'Stopped before anything was looked through.',
    part: (hits: number, searched: number, total: number) =>
      `${found(hits)} in the first ${formatCount(searched)} of ${balances(total)}; the rest was not looked through.`,
    partAdvice:
      'Only so many are looked through at once without JavaScript, or once very many are found. To see them all, export all rows and search there.',
    broken: {
      title: 'The search broke off',
      text: 'The connection to this app was lost, or you are no longer signed in. Try again, or reload the page.',
    },
    notFindable: 'The address must end with ?find= and a wallet address or a user ID.',
  },
}
