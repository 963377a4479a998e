import 'server-only'
import { z } from 'zod'
import type { Press } from '@/lib/connect/press'
import { withoutBlanks } from '@/lib/connect/wallet-address-shape'

const pressForm = z.object({
  link: z.string().catch(''),
  request_id: z.string().catch(''),
  wallet_address: z.string().catch('').transform(withoutBlanks),
  /** The wallet's base58 signature; empty without a signature. */
  signature: z.string().catch(''),
  /** The wallet that signed. */
  wallet_name: z.string().catch(''),
})

/** Parses the form with the Connect button. A missing field or a file counts as empty. */
export function parsePressForm(form: FormData): Press & { linkId: string; requestId: string } {
  const fields = pressForm.parse(Object.fromEntries(form))
  return {
    linkId: fields.link,
    requestId: fields.request_id,
    walletAddress: fields.wallet_address,
    signature: fields.signature,
    walletName: fields.wallet_name,
  }
}
