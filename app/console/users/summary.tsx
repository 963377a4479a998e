import type { ReactNode } from 'react'
import { Badge } from '@/components/console/badge'
import { Identifier } from '@/components/console/identifier'
import { LinkOut } from '@/components/console/links'
import { Time } from '@/components/console/time'
import { classNames } from '@/components/ui/class-names'
import { userLinkOut, walletLinkOut } from '@/lib/console/links-out'
import { pageUrl, walletPath } from '@/lib/console/page-url'
import type { BoltsVerdict, UserSummary } from './sums'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'

/** The main facts about the user. */
export function Summary({ summary }: { summary: UserSummary }) {
  const t = consoleTexts()
  const { wallets, balance, earned, verdict, loginIds } = summary
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 min-[90rem]:grid-cols-2">
        <Fact name={t('users.summary.bolts')}>
          <Figure value={balance?.bolts} />
        </Fact>
        <Fact name={t('users.summary.earned')}>
          <Figure value={earned} />
        </Fact>
        <Fact name={t('users.summary.currentPoints')}>
          <Figure value={balance?.current_period_points} />
        </Fact>
        <Fact name={t('users.summary.allTimePoints')}>
          <Figure value={balance?.all_time_points} />
        </Fact>
        <Fact name={t('users.summary.firstConfirmed')} isWide>
          <FirstConfirmed {...summary} />
        </Fact>
        {loginIds.length > 0 && (
          <Fact name={t('users.summary.loginIds')} isWide>
            {loginIds.map((id) => (
              <span key={id} className="flex flex-wrap items-center gap-x-3">
                <Identifier
                  value={id}
                  what={t('users.loginId')}
                  hasCopy={false}
                  href={pageUrl('/console/connects', { find: id })}
                />
                <LinkOut url={userLinkOut(id)} />
              </span>
            ))}
          </Fact>
        )}
      </dl>
      <Verdict verdict={verdict} />
      <section aria-labelledby="wallets" className="grid gap-1 border-t border-line pt-3">
        <h2 id="wallets" className="text-sm text-muted">
          {t('users.summary.wallets', { count: wallets.length })}
        </h2>
        <ul className="grid gap-1">
          {wallets.map((address) => (
            <li key={address} className="flex flex-wrap items-center gap-x-3">
              <Identifier value={address} what={t('users.walletAddress')} href={walletPath(address)} />
              <LinkOut url={walletLinkOut(address)} />
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={classNames('min-w-0', isWide && 'max-sm:col-span-2 min-[90rem]:col-span-2')}>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="grid justify-items-start">{children}</dd>
    </div>
  )
}

/** An amount with all its digits, or a dash if it is unknown. */
function Figure({ value }: { value: number | null | undefined }) {
  return (
    <span className="text-lg font-semibold wrap-anywhere tabular-nums">
      {value === null || value === undefined ? '–' : consoleFormats().amount(value)}
    </span>
  )
}

function FirstConfirmed({ connects, firstConfirmedAt }: UserSummary) {
  if (firstConfirmedAt !== null) return <Time time={firstConfirmedAt} />
  return <span className="text-muted">{consoleTexts()(`users.summary.unknown.${connects}`)}</span>
}

/** Whether the bolts add up. The interface does not promise that, so a difference is not an error. */
function Verdict({ verdict }: { verdict: BoltsVerdict }) {
  const t = consoleTexts()
  switch (verdict.kind) {
    case 'nothing':
      return null
    case 'adds_up':
      return (
        <VerdictText badge={<Badge tone="success">{t('users.verdict.addsUp')}</Badge>}>
          {t('users.verdict.addsUpText')}
        </VerdictText>
      )
    case 'differs': {
      const isLess = verdict.by < 0
      const by = consoleFormats().amount(Math.abs(verdict.by))
      return (
        <VerdictText badge={<Badge tone="warning">{t('users.verdict.differs', { by })}</Badge>}>
          {t('users.verdict.differsText', { by, which: isLess ? 'less' : 'more' })}
        </VerdictText>
      )
    }
    case 'not_all_read':
      return (
        <VerdictText badge={<Badge>{t('users.verdict.notAllRead')}</Badge>}>
          {t('users.verdict.notAllReadText')}
        </VerdictText>
      )
  }
}

function VerdictText({ badge, children }: { badge: ReactNode; children: ReactNode }) {
  return (
    <p className="grid justify-items-start gap-1 text-sm text-muted">
      {badge}
      {children}
    </p>
  )
}
