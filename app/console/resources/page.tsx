import type { Metadata } from 'next'
import { Resources } from '@/components/console/resources/list'
import { WalletLookup } from '@/components/console/resources/wallet-lookup'
import { AsyncContent } from '@/components/console/shared/async-content'
import { ConsolePage } from '@/components/console/shared/console-page'
import { EmptyState } from '@/components/console/shared/empty-state'
import { ExportMenu } from '@/components/console/shared/export-menu'
import { FindRow } from '@/components/console/shared/find-row'
import { LateCount } from '@/components/console/shared/late-count'
import { Note } from '@/components/console/shared/note'
import { pageTitle } from '@/components/console/shared/page-title'
import { NotStarted } from '@/components/console/shared/walk-progress'
import { TextsProvider } from '@/components/texts'
import { requireViewer } from '@/lib/auth/user'
import { readResourceQuery } from '@/lib/console/resources/query'
import { mayLookUp } from '@/lib/console/shared/from-elsewhere'
import { readPageQuery } from '@/lib/console/shared/page-query'
import { pageUrl } from '@/lib/console/shared/page-url'
import { readService } from '@/lib/console/shared/service'
import { consoleFormats, consoleTexts, consoleTextsForBrowser } from '@/lib/skin/texts'
import { listResourcesByWallet } from '@/lib/service'

const path = '/console/resources'

export async function generateMetadata(props: PageProps<'/console/resources'>): Promise<Metadata> {
  const searchParams = await props.searchParams
  const query = readResourceQuery(searchParams)
  const t = consoleTexts()
  const title =
    query.kind === 'asked'
      ? t('resources.pageTitle', { address: query.walletAddress.slice(0, 6) })
      : t('layout.pages.resources')
  return { title: pageTitle(title, { ...readPageQuery(searchParams), hasError: query.kind === 'not_an_address' }) }
}

/** Shows the resources on this subnet of the account behind a wallet address. */
export default async function ResourcesPage(props: PageProps<'/console/resources'>) {
  const searchParams = await props.searchParams
  const user = await requireViewer(pageUrl(path, searchParams))
  const query = readResourceQuery(searchParams)
  const read =
    query.kind === 'asked' && (await mayLookUp(user, { wallet: query.walletAddress }))
      ? readService((access, options) => listResourcesByWallet(access, query.walletAddress, options))
      : null
  const t = consoleTexts()
  return (
    <ConsolePage
      title={t('layout.pages.resources')}
      count={
        read && <LateCount read={read}>{(result) => result.ok && consoleFormats().count(result.data.length)}</LateCount>
      }
      intro={t('resources.hint')}
      actions={
        user.isOperator &&
        query.kind === 'asked' && (
          <ExportMenu path="/console/resources/export" searchParams={{ address: query.walletAddress }} />
        )
      }
    >
      <div className="list">
        <FindRow>
          <TextsProvider {...consoleTextsForBrowser('walletLookup')}>
            <WalletLookup query={query} />
          </TextsProvider>
        </FindRow>
        {query.kind === 'nothing_asked' && (
          <EmptyState title={t('resources.nothingAsked.title')}>
            <p>{t('resources.nothingAsked.text')}</p>
          </EmptyState>
        )}
        {query.kind === 'asked' && query.doubt && <Note>{t(`resources.doubt.${query.doubt}`)}</Note>}
        {query.kind === 'asked' && !read && <NotStarted what="lookUp" path={path} searchParams={searchParams} />}
        {query.kind === 'asked' && read && (
          <AsyncContent read={read} what={t('resources.what')} path={path} searchParams={searchParams}>
            {(result) => <Resources walletAddress={query.walletAddress} searchParams={searchParams} result={result} />}
          </AsyncContent>
        )}
      </div>
    </ConsolePage>
  )
}
