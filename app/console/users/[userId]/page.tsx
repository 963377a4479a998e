import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Part, UserAttempts, UserBalances, UserBolts, UserResources } from '@/app/console/users/lists'
import { readUserId, shortId } from '@/app/console/users/query'
import { readUser } from '@/app/console/users/read'
import { Summary } from '@/app/console/users/summary'
import { AsyncContent, LateCount } from '@/components/console/async-content'
import { ConsolePage, pageTitle } from '@/components/console/console-page'
import { Identifier } from '@/components/console/identifier'
import { LinkOut } from '@/components/console/links'
import { NotStarted } from '@/components/console/walk-progress'
import { requireViewer } from '@/lib/auth/user'
import { mayLookUp } from '@/lib/console/from-elsewhere'
import { userLinkOut } from '@/lib/console/links-out'
import { pageUrl } from '@/lib/console/page-url'
import { consoleTexts } from '@/lib/skin/texts'

export async function generateMetadata(props: PageProps<'/console/users/[userId]'>): Promise<Metadata> {
  const userId = readUserId((await props.params).userId)
  return { title: pageTitle(titleOf(userId ?? '')) }
}

const titleOf = (userId: string) => consoleTexts()('users.title', { id: shortId(userId) })

/** Shows one user of the service: a summary, balances, bolts by conversion, connect attempts and resources. */
export default async function UserPage(props: PageProps<'/console/users/[userId]'>) {
  const [{ userId: segment }, searchParams] = await Promise.all([props.params, props.searchParams])
  const path = `/console/users/${segment}` as const
  const user = await requireViewer(pageUrl(path, searchParams))
  const userId = readUserId(segment)
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
  const { balances, bolts, resources, connects, summary } = readUser(userId)
  return (
    <ConsolePage
      title={titleOf(userId)}
      count={<Identifier value={userId} what={t('users.userId')} isWhole />}
      intro={t('shared.subnetBolts')}
      actions={
        // If the operator's own ID is known, the link appears beside that ID instead.
        <LateCount read={summary}>
          {({ loginIds }) => loginIds.length === 0 && <LinkOut url={userLinkOut(userId)} />}
        </LateCount>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 min-[90rem]:grid-cols-[19rem_minmax(0,1fr)]">
        <section
          aria-label={t('users.summary.title')}
          className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-skin border border-line bg-surface p-4"
        >
          <AsyncContent {...page} read={summary} what={t('users.summary.what')} lines={6}>
            {(read) => <Summary summary={read} />}
          </AsyncContent>
        </section>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <AsyncContent {...page} read={balances} what={t('users.balance.what')} lines={2}>
            {(result) => <UserBalances userId={userId} result={result} page={page} />}
          </AsyncContent>
          <Part title={t('users.bolts.title')}>
            <AsyncContent {...page} read={bolts} what={t('users.bolts.what')} lines={8}>
              {(result) => <UserBolts result={result} page={page} />}
            </AsyncContent>
          </Part>
          <Part title={t('users.connects.title')}>
            <AsyncContent {...page} read={connects} what={t('users.connects.what')}>
              {(read) => <UserAttempts connects={read} page={page} />}
            </AsyncContent>
          </Part>
          <Part title={t('users.resources.title')}>
            <AsyncContent {...page} read={resources} what={t('users.resources.what')}>
              {(read) => <UserResources read={read} page={page} />}
            </AsyncContent>
          </Part>
        </div>
      </div>
    </ConsolePage>
  )
}
