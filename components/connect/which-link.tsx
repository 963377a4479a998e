import { Icon, alertIcon } from '@/components/ui/icon'
import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import type { WhichLinkState } from '@/lib/connect/page-state'
import type { UserTexts } from '@/lib/messages/user-texts'
import { ArrivalTime } from './arrival-time'

/**
 * Links that came one beside the other, each with a button. None of them is the default. Where others were dropped,
 * none is called the newest: that may be the user's own, which is not here.
 */
export function WhichLink({
  t,
  state,
  now,
  chooseAction,
}: {
  t: UserTexts
  state: WhichLinkState
  now: number
  chooseAction: (form: FormData) => Promise<void>
}) {
  const several = state.othersDropped ? t('whichLink.textDropped') : t('whichLink.text')
  const isNewest = (index: number) => index === 0 && !state.othersDropped
  return (
    <>
      <p>{state.links.length > 1 ? several : t('whichLink.textOne')}</p>
      <div className="flex gap-2.5 rounded-skin bg-warning-surface p-3 text-sm">
        <Icon path={alertIcon} className="text-warning" />
        <p>{t('whichLink.warning')}</p>
      </div>
      <ul className="grid gap-3">
        {state.links.map(({ id, requestId, arrivedAt }, index) => (
          <li key={id} className="grid gap-2 rounded-skin border border-line p-3">
            <p className="grid text-sm">
              <strong className="font-semibold">
                {isNewest(index) ? t('whichLink.newest') : t('whichLink.older')}
              </strong>
              <ArrivalTime arrivedAt={arrivedAt} minutesAgo={Math.floor((now - arrivedAt) / 60_000)} />
            </p>
            <p className="text-xs break-all text-muted">{t('whichLink.requestId', { id: requestId })}</p>
            <NativeForm action={chooseAction}>
              <input type="hidden" name="link" value={id} />
              <SubmitButton
                look="secondary"
                isWide
                label={
                  isNewest(index) ? t('whichLink.chooseNewest') : t('whichLink.chooseOlder', { number: index + 1 })
                }
                busyLabel={t('whichLink.choosing')}
              />
            </NativeForm>
          </li>
        ))}
      </ul>
    </>
  )
}
