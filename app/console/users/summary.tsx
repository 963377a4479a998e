import { Badge } from '@/components/console/badge'
import { Section } from '@/components/console/console-page'
import { Details } from '@/components/console/details'
import { Identifier } from '@/components/console/identifier'
import { LinkOut } from '@/components/console/links'
import { Note } from '@/components/console/notices'
import { Time } from '@/components/console/time'
import { userPath, walletPath } from '@/lib/console/page-url'
import { differenceOf, sumOf } from '@/lib/console/sums'
import { serviceText } from '@/lib/service'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { isComplete, isConfirm, type UserData } from './user-data'

/** Returns an ID as a name. Of one as long as the service's, it is both ends, such as `01GP9X…GS73Y2`. */
export function shortId(id: string): string {
  const characters = Array.from(serviceText(id) ?? '')
  if (characters.length <= 24) return characters.join('')
  return `${characters.slice(0, 6).join('')}…${characters.slice(-6).join('')}`
}

export function summaryOf({ userId, balances, bolts, hasUnreadable, wallets, others, connects }: UserData) {
  const sum = (key: 'bolts' | 'current_period_points' | 'all_time_points') =>
    balances.rows.length > 0 ? sumOf(balances.rows.map((row) => row[key])) : null
  const earned = sumOf(bolts.rows.map(({ bolts_earned }) => bolts_earned))
  const difference = differenceOf(sum('bolts') ?? 0, earned)
  const isAllRead = !hasUnreadable && isComplete(balances) && isComplete(bolts)
  const isNothing = balances.rows.length + bolts.rows.length === 0
  const confirms = connects.rows.filter(
    (record) => isConfirm(record) && (record.userId === userId || wallets.includes(record.walletAddress ?? '')),
  )
  const idsIn = (records: typeof confirms) => [...new Set(records.flatMap((record) => record.userId ?? []))]
  const isOfLogin = connects.rows.some((record) => record.userId === userId)
  const own = isOfLogin ? confirms.filter((record) => record.userId === userId) : confirms
  const loginIds = isOfLogin ? [userId] : idsIn(confirms)
  return {
    amounts: {
      bolts: sum('bolts'),
      earned: bolts.walk?.kind === 'read' ? earned : null,
      currentPoints: sum('current_period_points'),
      allTimePoints: sum('all_time_points'),
    },
    /** Whether the bolts of the balances equal those of the conversions. `nothing`: the user has neither. */
    verdict: !isAllRead ? 'not_all_read' : isNothing ? 'nothing' : difference === 0 ? 'adds_up' : 'differs',
    difference,
    /** The time of the oldest recorded confirm, in milliseconds since 1970; null without one. */
    firstConfirmedAt: own.length > 0 ? Math.min(...own.map(({ at }) => at)) : null,
    /** The user's ID at the operator's login, or all users who confirmed one of the wallets. */
    loginIds,
    /** The most telling ID: the only one at the login, or the one of the page. */
    name: loginIds.length === 1 ? String(loginIds[0]) : userId,
    others: [...others, ...idsIn(confirms).filter((id) => !loginIds.includes(id))],
  } as const
}

const tones = { adds_up: 'success', differs: 'warning', not_all_read: 'neutral' } as const

export function Summary({ user }: { user: UserData }) {
  const t = consoleTexts()
  const format = consoleFormats()
  const { userId, serviceId, wallets, connects, outage } = user
  const { amounts, verdict, difference, firstConfirmedAt, loginIds, others } = summaryOf(user)
  const by = format.amount(Math.abs(difference))
  const count = wallets.length
  const linked = (ids: readonly string[], what: string, kind?: 'user' | 'wallet') =>
    ids.map((id) => (
      <span key={id} className="flex flex-wrap items-center gap-x-3">
        <Identifier
          value={id}
          what={what}
          href={kind === 'wallet' ? walletPath(id) : id === userId ? undefined : userPath(id)}
        />
        {kind && <LinkOut kind={kind} id={id} />}
      </span>
    ))
  return (
    <Section label={t('users.summary.title')}>
      {!outage && (
        <>
          <Details
            look="figures"
            fields={Object.fromEntries(
              (['bolts', 'earned', 'currentPoints', 'allTimePoints'] as const).map((name) => [
                t(`users.summary.${name}`),
                amounts[name] === null ? '–' : format.amount(amounts[name]),
              ]),
            )}
          />
          {/* The interface does not promise that the bolts add up, so a difference is not an error. */}
          {verdict !== 'nothing' && (
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
              <Badge tone={tones[verdict]}>{t(`users.verdict.${verdict}.title`, { by })}</Badge>
              <span>{t(`users.verdict.${verdict}.text`, { by, which: difference < 0 ? 'less' : 'more' })}</span>
            </p>
          )}
        </>
      )}
      <div className="border-line not-first:border-t not-first:pt-4">
        <Details
          look="facts"
          fields={{
            [t('users.summary.serviceId')]: serviceId !== undefined && (
              <Identifier value={serviceId} what={t('users.userId')} isWhole />
            ),
            [t('users.summary.loginIds')]: loginIds.length > 0 && linked(loginIds, t('users.loginId'), 'user'),
            // Without a wallet, its name says so.
            [t('users.summary.wallets', { count })]:
              (count > 0 || !outage) && linked(wallets, t('users.walletAddress'), 'wallet'),
            [t('users.summary.firstConfirmed')]:
              firstConfirmedAt === null ? (
                <span className="text-muted">{t(`users.summary.unknown.${connects.kind}`)}</span>
              ) : (
                <Time time={firstConfirmedAt} />
              ),
          }}
        />
      </div>
      {others.length > 0 && (
        <Note>
          <span className="font-medium text-warning">{t('users.summary.others', { count })}</span>
          {linked(others, t('users.userId'))}
        </Note>
      )}
    </Section>
  )
}
