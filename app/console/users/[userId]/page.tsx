import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { AsyncContent } from '@/components/console/shared/async-content'
import { ConsolePage, Section } from '@/components/console/shared/console-page'
import { Identifier } from '@/components/console/shared/identifier'
import { UserBalanceTable } from '@/components/console/users/balance'
import { UserBoltsTable } from '@/components/console/users/bolts'
import { UserConnectsTable } from '@/components/console/users/connects'
import { UserResources } from '@/components/console/users/resources'
import { requireOperator } from '@/lib/auth/user'
import { pageUrl } from '@/lib/console/shared/page-url'
import { readUserId } from '@/lib/console/users/query'
import { readUser } from '@/lib/console/users/read'
import { consoleTexts } from '@/lib/skin/texts'

export async function generateMetadata(): Promise<Metadata> {
  await connection()
  return { title: consoleTexts()('users.title') }
}

/** One user of the service: balances, bolts by conversion, resources, attempts to connect. */
export default async function UserPage(props: PageProps<'/console/users/[userId]'>) {
  const [{ userId: segment }, searchParams] = await Promise.all([props.params, props.searchParams])
  const path = `/console/users/${segment}` as const
  await requireOperator(pageUrl(path, searchParams))
  const userId = readUserId(segment)
  if (userId === null) notFound()
  const t = consoleTexts()
  const { balances, bolts, resources, connects } = readUser(userId)
  const page = { path, searchParams }
  return (
    <ConsolePage title={t('users.title')} intro={<Identifier value={userId} what={t('users.userId')} isWhole />}>
      <Section title={t('users.balance.title')}>
        <p className="text-sm text-muted">{t('shared.subnetBolts')}</p>
        <AsyncContent {...page} read={balances} what={t('users.balance.what')} lines={2}>
          {(result) => <UserBalanceTable userId={userId} result={result} />}
        </AsyncContent>
      </Section>
      <Section title={t('users.bolts.title')}>
        <AsyncContent {...page} read={bolts} what={t('users.bolts.what')} lines={8}>
          {(result) => <UserBoltsTable userId={userId} result={result} />}
        </AsyncContent>
      </Section>
      <Section title={t('users.resources.title')}>
        <AsyncContent {...page} read={resources} what={t('users.resources.what')}>
          {(read) => <UserResources read={read} />}
        </AsyncContent>
      </Section>
      <Section title={t('users.connects.title')}>
        <AsyncContent {...page} read={connects} what={t('users.connects.what')}>
          {(read) => <UserConnectsTable connects={read} />}
        </AsyncContent>
      </Section>
    </ConsolePage>
  )
}
