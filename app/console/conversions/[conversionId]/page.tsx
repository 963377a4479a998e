import type { Metadata, Route } from 'next'
import { AsyncContent } from '@/components/console/async-content'
import { ConsolePage, pageTitle } from '@/components/console/console-page'
import { ExportMenu } from '@/components/console/export-menu'
import { NotStarted } from '@/components/console/walk-progress'
import { Link } from '@/components/ui/link'
import { requireViewer } from '@/lib/auth/user'
import { mayLookUp } from '@/lib/console/from-elsewhere'
import { readPage } from '@/lib/console/query'
import { conversionPath, pageUrl } from '@/lib/console/page-url'
import { readService } from '@/lib/console/service'
import { consoleTexts } from '@/lib/skin/texts'
import { listUrl, readListPosition } from '@/app/console/conversions/query'
import { readBreakdownQuery } from './breakdown'
import { ConversionDetails } from './details'
import { findConversion } from './read'

type Props = PageProps<'/console/conversions/[conversionId]'>

/** Next does not decode the segment. */
const idOf = async ({ params }: Props) => decodeURIComponent((await params).conversionId)

export async function generateMetadata(props: Props): Promise<Metadata> {
  const title = consoleTexts()('conversions.one.titleOf', { id: await idOf(props) })
  return { title: pageTitle(title, readPage(await props.searchParams)) }
}

export default async function ConversionPage(props: Props) {
  const [id, searchParams] = await Promise.all([idOf(props), props.searchParams])
  const path = conversionPath(id)
  const user = await requireViewer(pageUrl(path, searchParams))
  const t = consoleTexts()
  const { find } = readBreakdownQuery(searchParams)
  const { at, from, until } = searchParams
  const wanted = { id, listPosition: readListPosition(searchParams) }
  // The search text can identify a person. Without one, the page still calls the service about the ID.
  const mayRead = await mayLookUp(user, { user_bolts: find }, true)
  return (
    <ConsolePage
      title={t('conversions.one.title')}
      intro={t('shared.subnetBolts')}
      actions={
        <>
          <Link href={listUrl(searchParams)} className="action">
            {t('conversions.one.back')}
          </Link>
          {user.isOperator && <ExportMenu path={`${path}/export` as Route} searchParams={{ at, from, until }} />}
        </>
      }
    >
      {mayRead ? (
        <AsyncContent
          read={readService((access, options) => findConversion(access, wanted, options))}
          what={t('conversions.one.what')}
          lines={12}
          path={path}
          searchParams={searchParams}
        >
          {(result) => <ConversionDetails result={result} id={id} searchParams={searchParams} />}
        </AsyncContent>
      ) : (
        <NotStarted what="lookUp" path={path} searchParams={searchParams} text={find || id} />
      )}
    </ConsolePage>
  )
}
