import { plainPage } from '@/app/plain-page'
import { examples } from '@/components/preview/examples'
import { consoleUser, mayOpenConsole } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { walletApps, walletIds } from '@/lib/wallets'

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
    case 'incomplete_link':
      return plainPage({ kind: example.document }, scheme)
    case 'busy':
      return plainPage({ kind: 'busy', waitMs: 30_000 }, scheme)
    case 'other_browser':
      return app ? plainPage({ kind: 'other_browser', app }, scheme) : new Response(null, { status: 404 })
    case 'open_in_app':
    case 'open_in_browser':
      return plainPage(
        { kind: 'open_elsewhere', app: example.document === 'open_in_app' ? app : undefined, url },
        scheme,
      )
  }
}
