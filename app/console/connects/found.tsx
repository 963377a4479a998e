import { Announcement } from '@/components/console/announcement'
import { connectCells, Outcome, reasonName } from '@/components/console/connects'
import type { Cells } from '@/components/console/cell'
import { RowDetails, Table } from '@/components/console/table'
import { Flag } from '@/components/console/badge'
import { Details } from '@/components/console/details'
import { EmptyState, ServiceProblem } from '@/components/console/notices'
import { Identifier } from '@/components/console/identifier'
import { Time } from '@/components/console/time'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { CodeField } from '@/components/ui/field'
import { config } from '@/lib/config'
import { operatorHint } from '@/lib/connect/outcome'
import { connectsTable, linksIn, stepsTable } from '@/lib/console/connects'
import { maxSearchLength } from '@/lib/console/typed-text'
import type { ReadResult } from '@/lib/console/service'
import type { ConnectRecord } from '@/lib/records'
import { consoleTexts } from '@/lib/skin/texts'
import { store } from '@/lib/store'

const maxShown = 10
/** Refusals after which the service may still have confirmed the wallet. */
const confirmedPerhaps: readonly string[] = ['already_confirmed', 'server_error', 'no_answer', 'return_url_unusable']

const stepCells: Cells<ConnectRecord, unknown> = { ...connectCells, at: ({ at }) => <Time time={at} /> }

export function FoundLinks({ records, find }: { records: readonly ConnectRecord[]; find: string }) {
  const t = consoleTexts()
  const links = linksIn(records)
  const count = links.length
  if (count === 0) {
    return (
      <EmptyState title={t('connects.find.none.title')}>
        <Announcement isNews of={find} text={t('connects.find.none.title')} />
        <p>{t('connects.find.none.text')}</p>
        {config().connectRecords.detail === 'minimal' && <p>{t('connects.find.none.minimal')}</p>}
        {!store().isShared && <p>{t('connects.find.none.process')}</p>}
      </EmptyState>
    )
  }
  const found =
    count > maxShown ? t('connects.find.foundMany', { count: maxShown }) : t('connects.find.found', { count })
  return (
    <section aria-labelledby="found" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Announcement isNews of={find} text={found} />
      <h2 id="found" className="font-semibold">
        {found}
      </h2>
      {links.slice(0, maxShown).map((link) => (
        <Link key={link.requestId} {...link} find={find} />
      ))}
    </section>
  )
}

function Link({ main, steps, find }: ReturnType<typeof linksIn>[number] & { find: string }) {
  const t = consoleTexts()
  const { reason, field, code } = main
  const userId = steps.find((step) => step.userId !== undefined)?.userId
  const walletAddress = [main, ...steps].find((step) => step.walletAddress !== undefined)?.walletAddress
  const hint = operatorHint(reason ?? '', field, config().service.names.signature)
  const mayBeConfirmed = steps.some((step) => step.outcome === 'confirmed') || confirmedPerhaps.includes(reason ?? '')
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-skin border border-line bg-surface p-4">
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        <Outcome {...main} />
        {reason !== null && <span>{reasonName(reason)}</span>}
      </h3>
      <RowDetails
        table={connectsTable(config().connectRecords.detail)}
        row={{ ...main, userId, walletAddress }}
        filter={{}}
        cells={connectCells}
      />
      <Details
        fields={{
          [t('connects.columns.is_proven')]: main.isProven !== undefined && <Flag isSet={main.isProven} />,
          [t('connects.link.check')]: hint !== undefined && <span lang="en">{hint}</span>,
          [t('connects.link.log')]: (
            <>
              {t('connects.link.logText')}{' '}
              <Identifier value={`"correlationId":"${code}"`} what={t('connects.link.logCopy')} isWhole />
            </>
          ),
        }}
      />
      {mayBeConfirmed && <AskForm find={find} walletAddress={walletAddress} />}
      {steps.length > 1 && (
        <Table
          table={stepsTable}
          caption={t('connects.link.steps')}
          rows={steps}
          filter={{}}
          parts={{ cells: stepCells }}
          hasDetails={false}
        />
      )}
    </article>
  )
}

/** Asks the service whether an account has a wallet ("List resources by wallet"). */
function AskForm({ find, walletAddress }: { find: string; walletAddress: string | undefined }) {
  const t = consoleTexts()
  return (
    <form action="/console/connects" role="search" autoComplete="off" className="flex flex-wrap items-end gap-4">
      <input type="hidden" name="find" value={find} />
      <div className="min-w-0 grow basis-72 sm:max-w-xl">
        <CodeField
          key={walletAddress ?? ''}
          name="ask"
          label={t('connects.ask.label')}
          hint={t('connects.ask.hint')}
          defaultValue={walletAddress ?? ''}
          maxLength={maxSearchLength}
          required
        />
      </div>
      <Button type="submit">{t('connects.ask.button')}</Button>
    </form>
  )
}

export function AskedWallet({ walletAddress, result }: { walletAddress: string; result: ReadResult<unknown> }) {
  const t = consoleTexts()
  if (result.kind === 'failed' && result.problem.kind !== 'wallet_not_found')
    return <ServiceProblem problem={result.problem} />
  const answer = result.kind === 'read' ? 'found' : 'notFound'
  return (
    <Alert
      tone={result.kind === 'read' ? 'success' : 'warning'}
      title={t(`connects.ask.${answer}.title`, { walletAddress })}
    >
      <p>{t(`connects.ask.${answer}.text`)}</p>
    </Alert>
  )
}
