import { FormButton } from '@/components/ui/form-button'
import { Icon, alertIcon, successIcon } from '@/components/ui/icon'
import type { WhichLinkState } from '@/lib/connect/page-state'
import { ArrivalTime } from './lazy-parts'
import { Cancel, LinkCard } from './link-card'
import { NoticeAlert } from './notice-alert'
import type { ConnectPageProps } from './page-props'

/** The primary button continues a link from a page of the service. Otherwise it starts again, which is always safe. */
export function WhichLink(props: ConnectPageProps<WhichLinkState>) {
  const { t, state, now, actions } = props
  const { othersDropped } = state
  const links = state.links.toSorted((a, b) => Number(b.isFromService) - Number(a.isFromService))
  const primary = othersDropped ? undefined : links.find(({ isFromService }) => isFromService)
  return (
    <LinkCard {...props}>
      {state.ended && (
        <div className="rounded-skin bg-page p-3 [&_h2]:font-semibold">
          <NoticeAlert t={t} state={state.ended} Heading="h2" />
        </div>
      )}
      <div className="grid gap-1 text-center text-sm text-balance">
        {othersDropped && <p>{t('whichLink.textDropped')}</p>}
        <p data-part="warning">{t('confirm.othersLink')}</p>
      </div>
      <ul className="grid gap-3">
        {links.map(({ id, arrivedAt, isFromService }) => (
          <li key={id} className="grid gap-2 rounded-skin border border-line p-3">
            <div id={`opened-${id}`}>
              <p className="flex gap-1.5 font-medium">
                <Icon
                  path={isFromService ? successIcon : alertIcon}
                  className={`mt-0.5 ${isFromService ? 'text-success' : 'text-warning'}`}
                />
                <span>{isFromService ? t('whichLink.fromService') : t('whichLink.fromElsewhere')}</span>
              </p>
              <p className="ps-6.5 text-sm text-balance text-muted">
                <ArrivalTime arrivedAt={arrivedAt} minutesAgo={Math.floor((now - arrivedAt) / 60_000)} />
              </p>
            </div>
            <FormButton
              action={actions.choose}
              fields={{ link: id }}
              look={id === primary?.id ? 'primary' : 'secondary'}
              label={t('whichLink.choose')}
              busyLabel={t('whichLink.choosing')}
              aria-describedby={`opened-${id}`}
            />
          </li>
        ))}
      </ul>
      <div className="grid">
        <FormButton
          action={actions.startAgain}
          look={primary ? 'quiet' : 'primary'}
          label={t('whichLink.startAgain')}
          busyLabel={t('whichLink.startingAgain')}
        />
        <Cancel t={t} actions={actions} />
      </div>
    </LinkCard>
  )
}
