import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { connectBrowserTexts } from '@/components/connect/page-texts'
import { ExamplePage } from '@/components/preview/example-page'
import { examples } from '@/components/preview/examples'
import { formAction } from '@/components/ui/form-action'
import { consoleUser, mayOpenConsole, requireViewer } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { requestBrand, requestLanguage, requestTexts, textsForBrowser } from '@/lib/skin/texts'
import { policyNonce } from '@/lib/request/security-headers'
import { iconUrl, skinUrl } from '@/lib/skin'
import { walletApps } from '@/lib/wallets'
import { doNothing } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  const t = await requestTexts()
  // For others, this page does not exist.
  return { title: t.plain(mayOpenConsole(await consoleUser()) ? 'confirm.title' : 'notFound.title') }
}

/** One example of a user's page, without the console's frame. */
export default async function PreviewFrame(props: PageProps<'/console/preview/frame'>) {
  await requireViewer('/console/preview')
  const { state, scheme } = await props.searchParams
  const now = Date.now()
  const example = typeof state === 'string' ? examples(now).get(state) : undefined
  if (!example || example.kind === 'document') notFound()
  const texts = example.kind === 'connect' ? connectBrowserTexts(example.state) : (['confirm', 'wallet'] as const)
  const nonce = policyNonce(await headers())
  const language = await requestLanguage()
  return (
    <>
      {(scheme === 'light' || scheme === 'dark') && (
        // Overrides the skin's color scheme.
        <style
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: `:root:root { color-scheme: ${scheme} }` }}
        />
      )}
      <ExamplePage
        t={await requestTexts()}
        texts={textsForBrowser(language, ...texts)}
        example={example}
        now={now}
        nonce={nonce}
        brand={await requestBrand()}
        icons={{ site: iconUrl(), service: skinUrl('service.svg') }}
        profileUrl={config().service.profileUrl}
        walletApps={walletApps((await requestBrand()).wallets).map(({ id, name }) => ({
          id,
          name,
          connect: { url: '#', otherUrl: null },
        }))}
        action={formAction(doNothing)}
      />
    </>
  )
}
