import type { ReactNode } from 'react'
import { connectColumns } from '@/components/console/shared/connect-columns'
import { Outcome, reasonName, whatToTell } from '@/components/console/shared/connect-outcome'
import { DataTable } from '@/components/console/shared/data-table'
import { Detail, Details } from '@/components/console/shared/details'
import { EmptyState } from '@/components/console/shared/empty-state'
import { Flag } from '@/components/console/shared/flag'
import { Identifier } from '@/components/console/shared/identifier'
import { recordedLinks, type RecordedLink } from '@/lib/console/connects/links'
import { pageUrl } from '@/lib/console/shared/page-url'
import { formatTime } from '@/lib/format'
import type { ConnectRecord } from '@/lib/records'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { AskForm } from './ask'

/** As many as are shown whole at once. */
const maxShown = 10

/** Refusals after which the service may have confirmed all the same. */
const confirmedPerhaps: readonly string[] = ['already_confirmed', 'server_error', 'no_answer', 'return_url_unusable']

interface Context {
  find: string
  detail: 'minimal' | 'full'
  isShared: boolean
  /** What the operator should look at. */
  hintOf: (record: ConnectRecord) => string | undefined
}

/** What was found: each link whole, with its steps, what to tell the user and where the log has it. */
export function FoundLinks({ records, ...context }: Context & { records: readonly ConnectRecord[] }) {
  const links = recordedLinks(records)
  if (links.length === 0) return <NotFound {...context} />
  const t = consoleTexts()
  return (
    <section aria-labelledby="found" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="found" className="font-semibold">
        {links.length > maxShown
          ? t('connects.find.foundMany', { count: maxShown })
          : t('connects.find.found', { count: links.length })}
      </h2>
      {links.slice(0, maxShown).map((link) => (
        <Link key={link.requestId} link={link} {...context} />
      ))}
    </section>
  )
}

function NotFound({ detail, isShared }: Context) {
  const t = consoleTexts()
  return (
    <EmptyState title={t('connects.find.none.title')}>
      <p>{t('connects.find.none.text')}</p>
      {detail === 'minimal' && <p>{t('connects.find.none.minimal')}</p>}
      {!isShared && <p>{t('connects.find.none.process')}</p>}
    </EmptyState>
  )
}

function Link({ link: { requestId, main, steps }, find, hintOf }: Context & { link: RecordedLink }) {
  const t = consoleTexts()
  const { at, reason, status, field, code, way, isProven, durationMs, attempts } = main
  const userId = steps.find((step) => step.userId !== undefined)?.userId
  const walletAddress = main.walletAddress ?? steps.find((step) => step.walletAddress !== undefined)?.walletAddress
  const hint = hintOf(main)
  const mayBeConfirmed = steps.some((step) => step.outcome === 'confirmed') || confirmedPerhaps.includes(reason ?? '')
  // Undefined stands for what is not kept of such a step.
  const detail = (name: string, value: ReactNode) => ({ name, value })
  const details = [
    detail(t('connects.attempt.tell'), whatToTell(main)),
    detail(t('connects.attempt.check'), hint && <span lang="en">{hint}</span>),
    detail(
      t('connects.attempt.log'),
      <>
        {t('connects.attempt.logText')}{' '}
        <Identifier value={`"correlationId":"${code}"`} what={t('connects.attempt.logCopy')} isWhole />
      </>,
    ),
    detail(t('connects.list.time'), formatTime(new Date(at))),
    detail(t('connects.list.request'), <Identifier value={requestId} what={t('connects.list.requestId')} isWhole />),
    detail(t('connects.list.user'), userId && <Identifier value={userId} what={t('connects.list.userId')} isWhole />),
    detail(
      t('connects.list.wallet'),
      walletAddress && (
        <Identifier
          value={walletAddress}
          what={t('connects.list.walletAddress')}
          href={pageUrl('/console/resources', { address: walletAddress })}
          isWhole
        />
      ),
    ),
    detail(t('connects.attempt.way'), way && t(`connects.attempt.ways.${way}`)),
    detail(t('connects.list.proven'), isProven === undefined ? undefined : <Flag isSet={isProven} />),
    detail(t('connects.attempt.field'), field && <code>{field}</code>),
    detail(t('connects.list.status'), status),
    detail(
      t('connects.list.duration'),
      durationMs === undefined ? undefined : t('connects.list.milliseconds', { count: durationMs }),
    ),
    detail(t('connects.list.calls'), attempts === undefined ? undefined : consoleFormats().count(attempts)),
  ]
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-skin border border-line bg-surface p-4 sm:p-6">
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        <Outcome {...main} />
        {reason !== null && reasonName(reason)}
      </h3>
      <Details>
        {details
          .filter(({ value }) => value !== undefined && value !== null)
          .map(({ name, value }) => (
            <Detail key={name} name={name}>
              {value}
            </Detail>
          ))}
      </Details>
      {mayBeConfirmed && <AskForm find={find} walletAddress={walletAddress} />}
      {steps.length > 1 && (
        <DataTable
          caption={t('connects.attempt.steps')}
          columns={connectColumns()}
          rows={steps}
          rowKey={({ id }) => id}
        />
      )}
    </article>
  )
}
