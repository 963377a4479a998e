import { connectColumns } from '@/components/console/shared/connect-columns'
import { Outcome, reasonName } from '@/components/console/shared/connect-outcome'
import { DataTable } from '@/components/console/shared/data-table'
import { Detail } from '@/components/console/shared/details'
import { EmptyState } from '@/components/console/shared/empty-state'
import { Identifier } from '@/components/console/shared/identifier'
import { recordedLinks, type RecordedLink } from '@/lib/console/connects/links'
import type { ConnectRecord } from '@/lib/records'
import { consoleTexts } from '@/lib/skin/texts'
import { AskForm } from './ask'
import { RecordDetails } from './details'

/** The max number of links that the page shows. */
const maxShown = 10

/** Refusals after which the service may still have confirmed the wallet. */
const confirmedPerhaps: readonly string[] = ['already_confirmed', 'server_error', 'no_answer', 'return_url_unusable']

interface Context {
  find: string
  detail: 'minimal' | 'full'
  isShared: boolean
  /** A hint for the operator. */
  hintOf: (record: ConnectRecord) => string | undefined
}

/** The found links, each with its steps, the advice for the user and the place in the log. */
export function FoundLinks({ records, ...context }: Context & { records: readonly ConnectRecord[] }) {
  const links = recordedLinks(records)
  if (links.length === 0) return <NotFound {...context} />
  const t = consoleTexts()
  return (
    <section aria-labelledby="found" className="grid grid-cols-[minmax(0,1fr)] gap-3">
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

function Link({ link: { main, steps }, find, hintOf }: Context & { link: RecordedLink }) {
  const t = consoleTexts()
  const { reason, code } = main
  const userId = steps.find((step) => step.userId !== undefined)?.userId
  const walletAddress = main.walletAddress ?? steps.find((step) => step.walletAddress !== undefined)?.walletAddress
  const hint = hintOf(main)
  const mayBeConfirmed = steps.some((step) => step.outcome === 'confirmed') || confirmedPerhaps.includes(reason ?? '')
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-skin border border-line bg-surface p-4">
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        <Outcome {...main} />
        {reason !== null && <span>{reasonName(reason)}</span>}
      </h3>
      <RecordDetails record={{ ...main, userId, walletAddress }}>
        {hint !== undefined && (
          <Detail name={t('connects.attempt.check')}>
            <span lang="en">{hint}</span>
          </Detail>
        )}
        <Detail name={t('connects.attempt.log')}>
          {t('connects.attempt.logText')}{' '}
          <Identifier value={`"correlationId":"${code}"`} what={t('connects.attempt.logCopy')} isWhole />
        </Detail>
      </RecordDetails>
      {mayBeConfirmed && <AskForm find={find} walletAddress={walletAddress} />}
      {steps.length > 1 && (
        <DataTable
          caption={t('connects.attempt.steps')}
          columns={connectColumns({ hasExactTimes: true })}
          rows={steps}
          rowKey={({ id }) => id}
        />
      )}
    </article>
  )
}
