import { brand } from '@/lib/brand'
import type { AddressDoubt, AddressProblem } from '@/lib/console/resources/query'
import { formatCount } from '@/lib/format'
import { capitalized } from './capitalized'

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
    missing: 'Enter the address of a wallet.',
    too_long: 'That is too long for an address.',
  } satisfies Record<AddressProblem, string> as Record<AddressProblem, string>,
  /** Beside the result: the address was looked up all the same. */
  doubt: {
    wrong_characters:
      'This is no base58, which has letters and digits but no 0, O, I or l. A wallet with such an address cannot be connected; it was looked up as it is.',
    wrong_length:
      'This is not the address of a wallet that can be connected: as base58 it is not 32 bytes long. It was looked up as it is; if nothing is found, copy the whole address.',
    transaction_signature:
      'This looks like a transaction signature: the address of a wallet is about half as long. It was looked up as it is.',
  } satisfies Record<AddressDoubt, string> as Record<AddressDoubt, string>,

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
