import {
  busyPage,
  incompleteLinkPage,
  notFoundPage,
  openElsewherePage,
  otherBrowserPage,
} from '@/app/connect/plain-page'
import { examples } from '@/components/preview/examples'
import { consoleUser, mayOpenConsole } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { walletIds } from '@/lib/wallets'
import { walletApps } from '@/lib/wallets/apps'

/** Returns an example for the console's preview that is a separate HTML document and not a Next page. */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams
  const example = examples(Date.now()).get(query.get('state') ?? '')
  if (!mayOpenConsole(await consoleUser()) || example?.kind !== 'document') return new Response(null, { status: 404 })
  const scheme = query.get('scheme') === 'dark' ? 'dark' : 'light'
  const [app] = walletApps(walletIds)
  // An example has no link.
  const url = config().app.origin
  switch (example.document) {
    case 'not_found':
      return notFoundPage(request.headers, scheme)
    case 'incomplete_link':
      return incompleteLinkPage(request.headers, scheme)
    case 'busy':
      return busyPage(request.headers, 30, scheme)
    case 'other_browser':
      return app ? otherBrowserPage(request.headers, app, scheme) : new Response(null, { status: 404 })
    case 'open_in_app':
      return openElsewherePage(request.headers, { app, url }, scheme)
    case 'open_in_browser':
      return openElsewherePage(request.headers, { app: undefined, url }, scheme)
  }
}
