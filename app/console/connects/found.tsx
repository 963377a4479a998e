import { Fragment, type ReactNode } from 'react'
import { Announcement } from '@/components/console/announcement'
import { connectCells, outcomeName, reasonName } from '@/components/console/connects'
import { detailsOf } from '@/components/console/cell'
import { Details } from '@/components/console/details'
import { Flag } from '@/components/console/badge'
import { EmptyState, Note, ServiceProblem } from '@/components/console/notices'
import { Identifier } from '@/components/console/identifier'
import { Joined } from '@/components/console/joined'
import { Time } from '@/components/console/time'
import { Alert } from '@/components/ui/alert'
import { Button, buttonClasses } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { CodeField } from '@/components/ui/field'
import { checkIcon, crossIcon } from '@/components/console/icons'
import { Icon, moreIcon } from '@/components/ui/icon'
import { config } from '@/lib/config'
import { operatorHint } from '@/lib/connect/outcome'
import { connectsTable, linksIn, outcomeTones } from '@/lib/console/connects'
import type { Tone } from '@/lib/console/list'
import { userPath } from '@/lib/console/page-url'
import type { ReadResult } from '@/lib/console/service'
import { maxSearchLength } from '@/lib/console/typed-text'
import type { ConnectRecord } from '@/lib/records'
import { consoleTexts } from '@/lib/skin/texts'
import { store } from '@/lib/store'
import { TellUser } from './tell-user'

const maxShown = 10
/** Refusals after which the service may still have confirmed the wallet. */
const confirmedPerhaps: readonly string[] = ['already_confirmed', 'server_error', 'no_answer', 'return_url_unusable']

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
  const { outcome, reason, field, code } = main
  const known = (key: 'userId' | 'walletAddress' | 'language') =>
    [main, ...steps].find((step) => step[key] !== undefined)?.[key]
  const [userId, walletAddress] = [known('userId'), known('walletAddress')]
  const hint = operatorHint(reason ?? '', field, config().service.names.signature)
  const mayBeConfirmed = steps.some((step) => step.outcome === 'confirmed') || confirmedPerhaps.includes(reason ?? '')
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-skin border border-line bg-surface p-4">
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="flex gap-2 text-lg leading-snug font-bold *:mt-0.5">
          <Joint {...main} />
          {stepTitle(main)}
        </span>
        {userId !== undefined && (
          <span className="sm:ms-auto">
            <Identifier value={userId} what={t('connects.ids.user_id')} href={userPath(userId)} isWhole />
          </span>
        )}
      </h3>
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <TellUser step={main} language={known('language')} />
        <Steps steps={steps} isOpen={outcome !== 'confirmed'} />
      </div>
      {hint !== undefined && (
        <Note>
          {t('connects.link.check')} <span lang="en">{hint}</span>
        </Note>
      )}
      {mayBeConfirmed && <p className="text-sm text-muted">{t('connects.ask.hint')}</p>}
      <div className="-my-2 flex flex-wrap gap-x-6 *:open:basis-full">
        {mayBeConfirmed && (
          <Fold title={t('connects.link.ask')}>
            <AskForm find={find} walletAddress={walletAddress} />
          </Fold>
        )}
        <Fold title={t('connects.link.facts')}>
          <Details
            fields={{
              ...detailsOf(
                { table: connectsTable(config().connectRecords.detail), filter: {}, cells: connectCells, decimals: {} },
                { ...main, userId, walletAddress },
                true,
              ),
              // It is shown above.
              [t('connects.columns.advice')]: null,
              [t('connects.columns.is_proven')]: main.isProven !== undefined && <Flag isSet={main.isProven} />,
              [t('connects.link.log')]: (
                <>
                  {t('connects.link.logText')}{' '}
                  <Identifier value={`"correlationId":"${code}"`} what={t('connects.link.logCopy')} isWhole />
                </>
              ),
            }}
          />
        </Fold>
      </div>
    </article>
  )
}

const Fold = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="group min-w-0">
    <summary className={classNames(buttonClasses('quiet'), 'gap-1')}>
      {title} <Icon path={moreIcon} className="size-4 group-open:rotate-180" />
    </summary>
    <div className="mt-1 mb-3">{children}</div>
  </details>
)

const stepTitle = (step: ConnectRecord) =>
  [outcomeName(step), step.reason !== null && reasonName(step.reason)].filter(Boolean).join(': ')

const lookOf: Partial<Record<Tone, string>> = {
  success: 'border-success! bg-success! text-surface!',
  warning: 'border-warning! bg-warning! text-surface!',
  danger: 'border-danger! bg-danger! text-surface!',
}

function Joint({ outcome }: ConnectRecord) {
  const look = lookOf[outcomeTones[outcome]]
  return (
    <span className={classNames('joint', look)}>
      {look && <Icon path={outcome === 'confirmed' ? checkIcon : crossIcon} className="size-3" />}
    </span>
  )
}

/** The oldest first. A signature has no time of its own. */
function Steps({ steps, isOpen }: { steps: readonly ConnectRecord[]; isOpen: boolean }) {
  const t = consoleTexts()
  return (
    <Joined label={t('connects.link.steps')} isOpen={isOpen}>
      {steps.toReversed().map((step) => (
        <Fragment key={step.id}>
          {step.isProven && (
            <li data-done>
              <span className="joint" />
              <p className="font-medium">{t('connects.link.signed')}</p>
            </li>
          )}
          <li data-done>
            <Joint {...step} />
            <p className="font-medium">{stepTitle(step)}</p>
            <p className="flex flex-wrap items-baseline gap-x-3 text-muted">
              <Time time={step.at} />
              {connectCells['code']?.(step, {}, undefined)}
            </p>
          </li>
        </Fragment>
      ))}
    </Joined>
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
