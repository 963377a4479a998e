import { busyPage, incompleteLinkPage, notFoundPage, otherBrowserPage } from '@/app/connect/plain-page'
import { examples } from '@/components/preview/examples'
import { consoleUser, mayOpenConsole } from '@/lib/auth/user'
import { walletIds } from '@/lib/wallets'
import { walletApps } from '@/lib/wallets/apps'

/** Returns an example for the console's preview that is a separate HTML document and not a Next page. */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams
  const example = examples(Date.now()).get(query.get('state') ?? '')
  if (!mayOpenConsole(await consoleUser()) || example?.kind !== 'document') return new Response(null, { status: 404 })
  const scheme = query.get('scheme') === 'dark' ? 'dark' : 'light'
  switch (example.document) {
    case 'not_found':
      return notFoundPage(request.headers, scheme)
    case 'incomplete_link':
      return incompleteLinkPage(request.headers, scheme)
    case 'busy':
      return busyPage(request.headers, 30, scheme)
    case 'other_browser': {
      const [app] = walletApps(walletIds)
      return app ? otherBrowserPage(request.headers, app, scheme) : new Response(null, { status: 404 })
    }
  }
}
