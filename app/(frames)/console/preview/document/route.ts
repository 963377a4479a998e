import { plainPage } from '@/app/plain-page'
import { examples } from '@/components/preview/examples'
import { consoleUser, mayOpenConsole } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { walletApps, walletIds } from '@/lib/wallets'

export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams
  const example = examples(Date.now()).get(query.get('state') ?? '')
  const [app] = walletApps(walletIds)
  if (!mayOpenConsole(await consoleUser()) || example?.kind !== 'document' || !app)
    return new Response(null, { status: 404 })
  // An example has no link.
  const url = config().app.origin
  const pages = {
    not_found: { kind: 'not_found' },
    incomplete_link: { kind: 'incomplete_link' },
    busy: { kind: 'busy', waitMs: 30_000 },
    other_browser: { kind: 'other_browser', app },
    open_in_app: { kind: 'open_elsewhere', app, url },
    open_in_browser: { kind: 'open_elsewhere', app: undefined, url },
  } as const
  return plainPage(pages[example.document], query.get('scheme') === 'dark' ? 'dark' : 'light')
}
