import { brand } from '@/lib/brand'
import type { WalletAddressProblem } from '@/lib/connect/wallet-address'
import { formatCount } from '@/lib/format'
import { capitalized } from './capitalized'
import { connectMessages } from './connect'

/** The texts of the page "Resources by wallet". */
export const resourceMessages = {
  what: 'the resources',

  lookup: {
    label: 'Wallet address',
    hint: 'Any wallet that is linked to the account, in full. Upper and lower case matter.',
    button: 'Look up',
    busy: 'Looking up…',
  },
  addressProblem: {
    ...connectMessages.walletAddressProblem,
    missing: 'Enter the address of a wallet.',
    wrong_length: 'That is not a wallet address: its length is wrong. Copy the whole address.',
    transaction_signature:
      'That is a transaction signature, not an address. The address of a wallet is about half as long.',
  } satisfies Record<WalletAddressProblem, string>,

  nothingAsked: {
    title: 'Whose resources?',
    text: `Enter a wallet address above. ${capitalized(brand.serviceName)} finds the account behind it, and lists what all of that account's wallets own on this subnet.`,
  },
  none: {
    title: 'Nothing on this subnet.',
    text: 'The wallet belongs to an account, and none of its resources is assigned to this subnet.',
  },

  found: (count: number) =>
    `${formatCount(count)} ${count === 1 ? 'resource belongs' : 'resources belong'} to the account behind this wallet:`,
  /** Announced to screen readers, while the focus is still in the form. */
  announced: (count: number) => `${formatCount(count)} ${count === 1 ? 'resource' : 'resources'} found.`,
  walletAddress: 'wallet address',
  table: {
    caption: 'Resources of the account behind the wallet',
    name: 'Name',
    type: 'Type',
    subtype: 'Subtype',
    active: 'Active',
    pda: 'PDA',
    id: 'ID',
    resourceId: 'resource ID',
    resourcePda: 'resource PDA',
  },
  unnamed: 'Without a name',
}
