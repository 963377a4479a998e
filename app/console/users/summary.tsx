import type { ReactNode } from 'react'
import { Badge } from '@/components/console/badge'
import { Identifier } from '@/components/console/identifier'
import { LinkOut } from '@/components/console/links'
import { Time } from '@/components/console/time'
import { classNames } from '@/components/ui/class-names'
import { pageUrl, walletPath } from '@/lib/console/page-url'
import { differenceOf, sumOf } from '@/lib/console/sums'
import { isReadable, serviceText } from '@/lib/service'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { isComplete, type UserData } from './read'

/** Returns the beginning of an ID, such as `01GP9X…`, to distinguish browser tabs. */
export function shortId(id: string): string {
  const characters = Array.from(serviceText(id) ?? '')
  return characters.length > 12 ? `${characters.slice(0, 6).join('')}…` : characters.join('')
}

/** Adds up the balances and the bolts of a user, compares them, and finds the confirms of the user's wallets. */
export function summaryOf({ balances, bolts, hasUnreadable, wallets, connects }: UserData) {
  const sum = (key: 'bolts' | 'current_period_points' | 'all_time_points') =>
    balances.rows.length > 0 ? sumOf(balances.rows.map((row) => row[key])) : null
  const earned = sumOf(bolts.rows.filter(isReadable).map(({ bolts_earned }) => bolts_earned))
  const difference = differenceOf(sum('bolts') ?? 0, earned)
  const isAllRead = !hasUnreadable && isComplete(balances) && isComplete(bolts)
  const isNothing = balances.rows.length + bolts.rows.length === 0
  const confirms = connects.rows.filter(
    ({ outcome, walletAddress = '' }) => outcome === 'confirmed' && wallets.includes(walletAddress),
  )
  return {
    /** Null if the list has not been read, or if there are no balances. */
    amounts: {
      bolts: sum('bolts'),
      earned: bolts.walk?.kind === 'read' ? earned : null,
      currentPoints: sum('current_period_points'),
      allTimePoints: sum('all_time_points'),
    },
    /** Whether the bolts of the balances equal those of the conversions. `nothing`: the user has neither. */
    verdict: !isAllRead ? 'not_all_read' : isNothing ? 'nothing' : difference === 0 ? 'adds_up' : 'differs',
    /** By how much the bolts of the balances exceed those of the conversions. */
    difference,
    /** The time of the oldest recorded confirm, in milliseconds since 1970; null without one. */
    firstConfirmedAt: confirms.length > 0 ? Math.min(...confirms.map(({ at }) => at)) : null,
    /** The users who confirmed, by their IDs at the operator's login. */
    loginIds: [...new Set(confirms.flatMap(({ userId }) => userId ?? []))],
  } as const
}

const tones = { adds_up: 'success', differs: 'warning', not_all_read: 'neutral' } as const

/** The main facts about the user. */
export function Summary({ user }: { user: UserData }) {
  const t = consoleTexts()
  const format = consoleFormats()
  const { wallets, connects } = user
  const { amounts, verdict, difference, firstConfirmedAt, loginIds } = summaryOf(user)
  const by = format.amount(Math.abs(difference))
  return (
    <section
      aria-label={t('users.summary.title')}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-skin border border-line bg-surface p-4"
    >
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 min-[90rem]:grid-cols-2">
        {(['bolts', 'earned', 'currentPoints', 'allTimePoints'] as const).map((name) => (
          <Fact key={name} name={t(`users.summary.${name}`)}>
            <span className="text-lg font-semibold wrap-anywhere tabular-nums">
              {amounts[name] === null ? '–' : format.amount(amounts[name])}
            </span>
          </Fact>
        ))}
        <Fact name={t('users.summary.firstConfirmed')} isWide>
          {firstConfirmedAt !== null ? (
            <Time time={firstConfirmedAt} />
          ) : (
            <span className="text-muted">{t(`users.summary.unknown.${connects.kind}`)}</span>
          )}
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
                <LinkOut kind="user" id={id} />
              </span>
            ))}
          </Fact>
        )}
      </dl>
      {/* The interface does not promise that the bolts add up, so a difference is not an error. */}
      {verdict !== 'nothing' && (
        <p className="grid justify-items-start gap-1 text-sm text-muted">
          <Badge tone={tones[verdict]}>{t(`users.verdict.${verdict}.title`, { by })}</Badge>
          {t(`users.verdict.${verdict}.text`, { by, which: difference < 0 ? 'less' : 'more' })}
        </p>
      )}
      <section aria-labelledby="wallets" className="grid gap-1 border-t border-line pt-3">
        <h2 id="wallets" className="text-sm text-muted">
          {t('users.summary.wallets', { count: wallets.length })}
        </h2>
        <ul className="grid gap-1">
          {wallets.map((address) => (
            <li key={address} className="flex flex-wrap items-center gap-x-3">
              <Identifier value={address} what={t('users.walletAddress')} href={walletPath(address)} />
              <LinkOut kind="wallet" id={address} />
            </li>
          ))}
        </ul>
      </section>
    </section>
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
