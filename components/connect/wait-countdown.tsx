import { Button } from '@/components/ui/button'
import { useTexts } from '@/components/texts'
import { waitText } from './page-texts'

/** In seconds before the end, for screen readers. */
const announcedAt = [10, 60]

/**
 * In place of the Connect button, during a wait: counts down, outside of any live region, and says that the page connects
 * by itself, with a button to stop that. A status announces the wait at its start, before and at its end.
 *
 * @param props.stop - null if the page would not connect by itself.
 */
export default function WaitCountdown(props: {
  /** At page load. */
  waitSeconds: number
  /** Null before the first tick. */
  secondsLeft: number | null
  stop: (() => void) | null
}) {
  const { waitSeconds, secondsLeft, stop } = props
  const t = useTexts()
  const left = secondsLeft ?? waitSeconds
  const textAt = (seconds: number) => waitText(t, stop === null ? 'pressIn' : 'turnIn', seconds)
  const announced = announcedAt.find((at) => left <= at && at < waitSeconds) ?? waitSeconds
  return (
    <div className="grid justify-items-center noscript:hidden">
      {left > 0 && <p className="text-center font-medium">{textAt(left)}</p>}
      {left > 0 && stop !== null && (
        <>
          <p className="text-center text-sm text-muted">{t('wait.byItself')}</p>
          <Button className="mt-2 w-full" onClick={stop}>
            {t('wait.notByItself')}
          </Button>
        </>
      )}
      <p
        role="status"
        data-over={left === 0 || undefined}
        className="sr-only data-over:not-sr-only data-over:text-center data-over:font-semibold"
      >
        {secondsLeft !== null && (left === 0 ? t('wait.now') : textAt(announced))}
      </p>
    </div>
  )
}
