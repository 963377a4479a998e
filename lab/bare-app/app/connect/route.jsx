import { keepHold } from '../../hold'

/** Holds a connect link without checks, and redirects to the page with the button. */
export async function GET(request) {
  const query = request.nextUrl.searchParams
  await keepHold({ requestId: query.get('request_id'), nonce: query.get('nonce') })
  return new Response(null, { status: 303, headers: { Location: '/connect/confirm' } })
}
