'use server'

import { redirect } from 'next/navigation'
import { forgetHold, readHold } from '../../../hold'

/** Confirms the held link, and redirects to the service's `return_url`. */
export async function confirm(form) {
  const { requestId, nonce } = await readHold()
  const response = await fetch(`${process.env.SERVICE_BASE_URL}/subnets/${process.env.SUBNET_ID}/connect/confirm`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${process.env.SERVICE_API_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ request_id: requestId, nonce, wallet_address: form.get('wallet_address') }),
  })
  const { return_url: returnUrl } = await response.json()
  await forgetHold()
  redirect(returnUrl)
}
