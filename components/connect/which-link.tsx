import { FormButton } from '@/components/ui/form-button'
import { Icon, alertIcon, successIcon } from '@/components/ui/icon'
import type { WhichLinkState } from '@/lib/connect/page-state'
import { StrangersLinkWarning } from './explanation'
import { ArrivalTime } from './lazy-parts'
import { NoticeAlert } from './notice-alert'
import type { ConnectPageProps } from './page-props'

/** The user's links, each with a button. None is the default, because only starting again is always safe. */
export function WhichLink({ t, state, now, actions }: ConnectPageProps<WhichLinkState>) {
  const { links, othersDropped } = state
  const count = links.length
  return (
    <>
      {state.ended && <NoticeAlert t={t} notice={state.ended} />}
      <p>
        {othersDropped
          ? t('whichLink.textDropped')
          : count > 1
            ? t('whichLink.text', { count })
            : t('whichLink.textOne')}
      </p>
      <StrangersLinkWarning t={t} />
      <ul className="grid gap-3">
        {links.map(({ id, arrivedAt, isFromService }) => (
          <li key={id} className="grid gap-2 rounded-skin border border-line p-3">
            <p id={`opened-${id}`} className="font-medium">
              <ArrivalTime
                arrivedAt={arrivedAt}
                minutesAgo={Math.floor((now - arrivedAt) / 60_000)}
                hasSeconds={hasTwin(arrivedAt, links)}
              />
            </p>
            <p className="flex gap-1.5 text-sm text-muted">
              <Icon
                path={isFromService ? successIcon : alertIcon}
                className={`mt-0.5 size-4 ${isFromService ? 'text-success' : 'text-warning'}`}
              />
              <span>{isFromService ? t('whichLink.fromService') : t('whichLink.fromElsewhere')}</span>
            </p>
            <FormButton
              action={actions.choose}
              fields={{ link: id }}
              look="secondary"
              isWide
              label={t('whichLink.choose')}
              busyLabel={t('whichLink.choosing')}
              describedBy={`opened-${id}`}
            />
          </li>
        ))}
      </ul>
      <FormButton
        action={actions.startAgain}
        isWide
        label={t('whichLink.startAgain')}
        busyLabel={t('whichLink.startingAgain')}
      />
    </>
  )
}

/** Checks whether another link arrived in the same minute. If so, the page shows the times with seconds. */
function hasTwin(arrivedAt: number, links: WhichLinkState['links']): boolean {
  const minuteOf = (time: number) => Math.floor(time / 60_000)
  return links.filter((link) => minuteOf(link.arrivedAt) === minuteOf(arrivedAt)).length > 1
}
