import { plainPage } from '@/app/plain-page'

/** `next.config.mjs` rewrites every unknown URL to this route. */
function unknown(): Promise<Response> {
  return plainPage({ kind: 'not_found' })
}

export {
  unknown as DELETE,
  unknown as GET,
  unknown as HEAD,
  unknown as OPTIONS,
  unknown as PATCH,
  unknown as POST,
  unknown as PUT,
}
