import { notFoundPage } from '@/app/connect/plain-page'

/** Answers at every unknown address: `next.config.mjs` leads them here. */
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
