import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { balances, UserAge, UserLists, UserResources } from '@/app/console/users/lists'
import { readUser } from '@/app/console/users/read'
import { shortId, Summary, summaryOf } from '@/app/console/users/summary'
import { AsyncContent, LateCount } from '@/components/console/async-content'
import { ConsolePage, pageTitle } from '@/components/console/console-page'
import { Identifier } from '@/components/console/identifier'
import { LinkOut } from '@/components/console/links'
import { NotStarted, WalkProgress } from '@/components/console/walk-progress'
import { requireViewer } from '@/lib/auth/user'
import { mayLookUp } from '@/lib/console/from-elsewhere'
import { pageUrl } from '@/lib/console/page-url'
import { readQuery, readSearchText } from '@/lib/console/query'
import { consoleTexts } from '@/lib/skin/texts'

type Props = PageProps<'/console/users/[userId]'>

/** Next does not decode the segment. Null if it is no ID. */
const idOf = async ({ params }: Props) => readSearchText(decodeURIComponent((await params).userId))

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: pageTitle(titleOf((await idOf(props)) ?? '')) }
}

const titleOf = (userId: string) => consoleTexts()('users.title', { id: shortId(userId) })

/** Shows one user of the service: a summary, balances, bolts by conversion, connect attempts and resources. */
export default async function UserPage(props: Props) {
  const [{ userId: segment }, userId, searchParams] = await Promise.all([props.params, idOf(props), props.searchParams])
  const path = `/console/users/${segment}` as const
  const user = await requireViewer(pageUrl(path, searchParams))
  if (userId === null) notFound()
  const t = consoleTexts()
  const page = { path, searchParams }
  if (!(await mayLookUp(user, { user: userId }))) {
    return (
      <ConsolePage title={titleOf(userId)}>
        <NotStarted what="lookUp" {...page} text={userId} />
      </ConsolePage>
    )
  }
  const read = readUser(userId, readQuery(balances, searchParams).after)
  return (
    <ConsolePage
      title={titleOf(userId)}
      count={<Identifier value={userId} what={t('users.userId')} isWhole />}
      intro={
        <>
          <span>{t('shared.subnetBolts')}</span>{' '}
          <LateCount read={read}>{(data) => data.kind === 'user' && <UserAge user={data} page={page} />}</LateCount>
        </>
      }
      actions={
        // If the operator's own ID is known, the link appears beside that ID instead.
        <LateCount read={read}>
          {(data) =>
            data.kind === 'user' && summaryOf(data).loginIds.length === 0 && <LinkOut kind="user" id={userId} />
          }
        </LateCount>
      }
    >
      <AsyncContent {...page} read={read} what={t('users.what')} lines={12}>
        {(data) =>
          data.kind === 'reading' ? (
            <WalkProgress progress={data.progress} what={t(`${data.what}.what`)} />
          ) : (
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 min-[90rem]:grid-cols-[19rem_minmax(0,1fr)]">
              <Summary user={data} />
              <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
                <UserLists user={data} page={page} />
                <UserResources wallets={data.wallets} page={page} />
              </div>
            </div>
          )
        }
      </AsyncContent>
    </ConsolePage>
  )
}
