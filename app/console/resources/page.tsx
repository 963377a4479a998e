import type { Metadata } from 'next'
import { connection } from 'next/server'
import { Resources } from '@/components/console/resources/list'
import { WalletLookup } from '@/components/console/resources/wallet-lookup'
import { AsyncContent } from '@/components/console/shared/async-content'
import { ConsolePage } from '@/components/console/shared/console-page'
import { EmptyState } from '@/components/console/shared/empty-state'
import { Note } from '@/components/console/shared/note'
import { TextsProvider } from '@/components/texts'
import { requireOperator } from '@/lib/auth/user'
import { readResourceQuery } from '@/lib/console/resources/query'
import { pageUrl } from '@/lib/console/shared/page-url'
import { readService } from '@/lib/console/shared/service'
import { consoleTexts, consoleTextsForBrowser } from '@/lib/skin/texts'
import { listResourcesByWallet } from '@/lib/service'

export async function generateMetadata(): Promise<Metadata> {
  await connection()
  return { title: consoleTexts()('layout.pages.resources') }
}

/** The resources on this subnet of the account behind a wallet address. */
export default async function ResourcesPage(props: PageProps<'/console/resources'>) {
  const searchParams = await props.searchParams
  await requireOperator(pageUrl('/console/resources', searchParams))
  const query = readResourceQuery(searchParams)
  const t = consoleTexts()
  return (
    <ConsolePage title={t('layout.pages.resources')} intro={t('resources.intro')}>
      <TextsProvider {...consoleTextsForBrowser('walletLookup')}>
        <WalletLookup query={query} />
      </TextsProvider>
      {query.kind === 'nothing_asked' && (
        <EmptyState title={t('resources.nothingAsked.title')}>
          <p>{t('resources.nothingAsked.text')}</p>
        </EmptyState>
      )}
      {query.kind === 'asked' && query.doubt && <Note>{t(`resources.doubt.${query.doubt}`)}</Note>}
      {query.kind === 'asked' && (
        // With a key, so that one wallet's rows are never shown below another wallet's address.
        <AsyncContent
          key={query.walletAddress}
          read={readService((access, options) => listResourcesByWallet(access, query.walletAddress, options))}
          what={t('resources.what')}
          path="/console/resources"
          searchParams={searchParams}
        >
          {(result) => <Resources walletAddress={query.walletAddress} searchParams={searchParams} result={result} />}
        </AsyncContent>
      )}
    </ConsolePage>
  )
}
