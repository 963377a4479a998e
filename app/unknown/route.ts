import { notFoundPage } from '@/app/connect/plain-page'

/** Returns the 404 page. `next.config.mjs` rewrites every unknown URL to this route. */
async function unknown(request: Request): Promise<Response> {
  return notFoundPage(request.headers)
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
